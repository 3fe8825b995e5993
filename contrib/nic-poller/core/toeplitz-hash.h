/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOEPLITZ_HASH_H
#define TOEPLITZ_HASH_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * The hash of receive side scaling, with the key of Microsoft's verification suite.
 *
 * A table holds the hash of each byte at each place, so an input byte costs a look-up.
 */
class ToeplitzHash
{
  public:
    static constexpr std::size_t MOST = 36; //!< bytes: two IPv6 addresses and two ports

    ToeplitzHash()
    {
        static constexpr uint8_t KEY[40] = {
            0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67, 0x25, 0x3d, 0x43, 0xa3,
            0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb, 0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3,
            0x80, 0x30, 0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};
        const auto window = [](std::size_t bit) {
            uint32_t bits = 0;
            for (std::size_t i = bit; i < bit + 32; ++i)
            {
                bits = bits << 1 | (KEY[i / 8] >> (7 - i % 8) & 1);
            }
            return bits;
        };
        for (std::size_t place = 0; place < MOST; ++place)
        {
            for (uint32_t byte = 0; byte < 256; ++byte)
            {
                uint32_t hash = 0;
                for (std::size_t bit = 0; bit < 8; ++bit)
                {
                    hash ^= byte & 0x80 >> bit ? window(8 * place + bit) : 0;
                }
                m_table[place][byte] = hash;
            }
        }
    }

    /**
     * @param input source address, destination address, source port, destination port, as on the
     * wire
     * @param size bytes, at most MOST
     * @return the hash
     */
    uint32_t Hash(const uint8_t* input, std::size_t size) const
    {
        uint32_t hash = 0;
        for (std::size_t i = 0; i < size; ++i)
        {
            hash ^= m_table[i][input[i]];
        }
        return hash;
    }

  private:
    std::array<std::array<uint32_t, 256>, MOST> m_table; //!< hash of a byte at a place
};

} // namespace schedlab

#endif /* TOEPLITZ_HASH_H */
