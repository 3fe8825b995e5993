/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TYPE_FACTORY_H
#define TYPE_FACTORY_H

#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * A type, attribute or value that a user asked for and that does not exist or is not allowed.
 */
class ConfigurationError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup sched-scenario
 * Makes objects from the names of types and attributes that a user wrote.
 *
 * What ObjectFactory answers by ending the process, or by silently keeping a default, is a
 * ConfigurationError here: one line that says what is wrong and what there is instead.
 */
class TypeFactory
{
  public:
    /**
     * @param name the name of a TypeId that can be made, with or without "ns3::"
     * @param base the TypeId that it has to derive from
     * @throws ConfigurationError if there is no such type
     */
    TypeFactory(const std::string& name, TypeId base);

    /** @return the type */
    TypeId GetTypeId() const;

    /**
     * Sets an attribute of the objects to be made.
     * @param name the attribute, of the type or one it derives from
     * @param value its value as text
     * @throws ConfigurationError if there is no such attribute or the value is not one for it
     */
    void Set(const std::string& name, const std::string& value);

    /**
     * Sets an attribute of the objects to be made to an object; all of them share it.
     * @param name the attribute, of the type or one it derives from
     * @param object its value
     * @throws ConfigurationError if there is no such attribute or the object is not one for it
     */
    void Set(const std::string& name, Ptr<Object> object);

    /**
     * @param assignment NAME=VALUE
     * @throws ConfigurationError as Set(name, value), or if it is not of that form
     */
    void SetFrom(const std::string& assignment);

    /**
     * @tparam T a class that the type derives from
     * @return a new object
     */
    template <typename T>
    Ptr<T> Create() const
    {
        return m_factory.Create<T>();
    }

    /**
     * @param base a TypeId
     * @return every type derived from it that can be made, by name
     */
    static std::vector<TypeId> Children(TypeId base);

    /**
     * @param type a TypeId
     * @return the attributes that can be set on it, those of the types it derives from last
     */
    static std::vector<TypeId::AttributeInformation> Attributes(TypeId type);

    /** @param name a misspelt name @param names what there is, not empty @return the most alike */
    static std::string Nearest(const std::string& name, const std::vector<std::string>& names);

  private:
    /** @param name an attribute @return what the type says about it */
    TypeId::AttributeInformation Find(const std::string& name) const;
    /** @param info an attribute @param value one for it @throws ConfigurationError if it is not */
    void Check(const TypeId::AttributeInformation& info, const AttributeValue& value) const;

    ObjectFactory m_factory; //!< makes the objects
};

} // namespace ns3

#endif /* TYPE_FACTORY_H */
