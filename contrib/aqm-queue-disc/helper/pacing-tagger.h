/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACING_TAGGER_H
#define PACING_TAGGER_H

#include "ns3/data-rate.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * Has sockets tell the queue disc of their host the rate that their congestion control sets, by a
 * PacingTag on each packet, through the trace sources that every TCP socket of ns-3 has.
 *
 * A socket paces itself too if its attribute EnablePacing is true; packets then come at their rate
 * already. To see the disc pace, a congestion control has to set the rate and leave the pacing off.
 */
class PacingTagger
{
  public:
    /**
     * Tags what a TCP socket sends from now on with its present pacing rate. As long as that has
     * not changed since this call, packets are unpaced.
     * @param socket a TCP socket that will connect, or is connected; not a listening one, whose
     * children would share its rate
     * @throws std::invalid_argument if it is not a TCP socket
     */
    static void Install(Ptr<Socket> socket);

    /**
     * Tags what a TCP socket sends from now on with a fixed rate.
     * @param socket a TCP socket; a listening one passes this on to those it accepts
     * @param rate the rate; 0 for packets that are of this host and unpaced
     * @throws std::invalid_argument if it is not a TCP socket
     */
    static void Install(Ptr<Socket> socket, DataRate rate);

    /**
     * Tags a packet, for applications that pass it to Socket::Send().
     * @param packet the packet
     * @param rate the rate; 0 for none
     * @param node the node that sends it
     */
    static void Tag(Ptr<const Packet> packet, DataRate rate, Ptr<const Node> node);
};

} // namespace ns3

#endif /* PACING_TAGGER_H */
