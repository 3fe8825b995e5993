/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REUSED_EVENT_H
#define REUSED_EVENT_H

#include "ns3/event-impl.h"
#include "ns3/simulator.h"

namespace ns3
{

/**
 * @ingroup dc-fabric
 * An event that calls a method of an object and is scheduled again and again: one object for all
 * the times it happens, where Simulator::Schedule() with a method makes one each time.
 *
 * It cannot be cancelled; the method has to know whether it is still wanted. The object must exist
 * as long as the simulation runs.
 * @tparam T class of the object
 * @tparam method what to call
 */
template <typename T, void (T::*method)()>
class ReusedEvent : public EventImpl
{
  public:
    /** @param object whose method to call */
    explicit ReusedEvent(T* object)
        : m_object(object)
    {
    }

    /**
     * @param object whose method to call
     * @return a new event, to be kept by its user
     */
    static Ptr<EventImpl> Make(T* object)
    {
        return Ptr<EventImpl>(new ReusedEvent(object), false);
    }

  private:
    void Notify() override
    {
        (m_object->*method)();
    }

    T* m_object; //!< whose method to call
};

} // namespace ns3

#endif /* REUSED_EVENT_H */
