import type { Cell } from '#kit/pure/csv.ts'
import type { Member } from '../entities.ts'
import type { Pages } from '../parts/export.tsx'
import { membersById } from '../parts/people.ts'

/** The pages of a list that is taken home, each row with the person it is about; undefined for those who were erased. */
export const pagesWithPeople =
  <T extends { memberId: string }>(
    ask: (window: { limit: number; offset: number }) => Promise<{ found: readonly T[]; total: number }>,
    cells: (one: T, member: Member | undefined) => Cell[],
  ): Pages['page'] =>
  async (next) => {
    const offset = Number(next ?? 0)
    const { found, total } = await ask({ limit: 100, offset })
    const people = await membersById(found.map(({ memberId }) => memberId))
    const done = offset + found.length
    return { rows: found.map((one) => cells(one, people.get(one.memberId))), next: found.length > 0 && done < total ? String(done) : undefined }
  }
