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
 * It is a member of the object it calls. Once that is gone, what is still pending does nothing. One
 * occurrence cannot be cancelled; the method has to know whether it is still wanted.
 *
 * The method may throw out of the run: the simulator forgets the reference it holds on the event it
 * is at, so the event gives that one up itself.
 * @tparam T class of the object
 * @tparam method what to call
 */
template <typename T, void (T::*method)()>
class ReusedEvent
{
  public:
    /** @param object whose method to call */
    explicit ReusedEvent(T* object)
        : m_event(new Event(object), false)
    {
    }

    ~ReusedEvent()
    {
        m_event->Cancel();
    }

    ReusedEvent(const ReusedEvent&) = delete;
    ReusedEvent& operator=(const ReusedEvent&) = delete;

    /** @param delay time steps from now on until the method is called once more */
    void Schedule(uint64_t delay)
    {
        Simulator::Schedule(TimeStep(delay), m_event);
    }

  private:
    /** What the simulator holds. */
    class Event : public EventImpl
    {
      public:
        /** @param object whose method to call */
        explicit Event(T* object)
            : m_object(object)
        {
        }

      private:
        void Notify() override
        {
            try
            {
                (m_object->*method)();
            }
            catch (...)
            {
                Unref();
                throw;
            }
        }

        T* m_object; //!< whose method to call
    };

    Ptr<EventImpl> m_event; //!< the event
};

} // namespace ns3

#endif /* REUSED_EVENT_H */
