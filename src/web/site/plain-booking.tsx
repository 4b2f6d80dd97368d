/** Books a service with nothing to choose but its time. */
import { useState } from 'react'
import { BookButton } from './book-button.tsx'
import type { findCoveringPlan } from './member-data.ts'
import type { Service, SlotEntry } from './catalog.ts'
import { SlotPicker } from './slot-picker.tsx'

export function PlainBooking({ service, plan }: { service: Service; plan: ReturnType<typeof findCoveringPlan> }) {
  const [slot, setSlot] = useState<SlotEntry>()
  return (
    <>
      <SlotPicker service={service} selected={slot} onSelect={setSlot} />
      <BookButton service={service} slot={slot} plan={plan} />
    </>
  )
}
