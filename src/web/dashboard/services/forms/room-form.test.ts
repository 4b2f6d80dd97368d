import { expect, test } from 'vitest'
import type { Resource } from '../../entities.ts'
import { describeRoom, toRoomChange, toRoomForm } from './room-form.ts'

const room = (locationOptions: Resource['locationOptions']) => ({ name: 'Gym', typeId: 'rooms', locationOptions }) as Resource
const at = (...ids: string[]) =>
  room({
    availableInAllLocations: false,
    specificLocationOptions: { availableInBusinessLocations: true, businessLocations: ids.map((locationId) => ({ locationId })) },
  })

test('opening and saving a room changes nothing, wherever it is', () => {
  for (const one of [room({ availableInAllLocations: true }), room({}), at('a', 'b')]) {
    const form = toRoomForm(one)
    expect(toRoomChange(form, { ...form, locationIds: [...form.locationIds].toReversed() })).toBeUndefined()
  }
})

test('one changed field is one changed field', () => {
  const form = toRoomForm(at('a'))
  expect(toRoomChange(form, { ...form, name: ' Hall ' })).toEqual({ name: 'Hall' })
  expect(toRoomChange(form, { ...form, capacity: 12 })).toEqual({ capacity: 12 })
  const sized = toRoomForm({ ...at('a'), capacity: 12 })
  expect(toRoomChange(sized, sized)).toBeUndefined()
  expect(toRoomChange(sized, { ...sized, capacity: null })).toEqual({ capacity: null })
  expect(toRoomChange(form, { ...form, locationIds: [] })).toEqual({ locationOptions: { availableInAllLocations: true } })
  expect(toRoomChange(form, { ...form, locationIds: ['b'] })).toEqual({ locationOptions: at('b').locationOptions })
})

test('a room is described by its capacity and its locations', () => {
  const places = [
    { id: 'a', name: 'Old Mill' },
    { id: 'b', name: 'Annex' },
  ]
  expect(describeRoom({ ...at('a', 'b'), capacity: 12 }, places)).toBe('up to 12 people · Old Mill, Annex')
  expect(describeRoom({ ...room({ availableInAllLocations: true }), capacity: 1 }, places)).toBe('1 person')
  expect(describeRoom(at('gone'), places)).toBe('')
})
