/** Attendance → actions. */
import { runBulkItems } from '#kit/api/bulk.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { deleteAttendance, setAttendance } from '../actions/attendance.ts'
import type { attendanceApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { attendanceById } from '../store/attendance.ts'
import { attendancePage, countAttendances } from '../store/reader.ts'
import { attendanceToWire } from '../wire.ts'

export const attendanceHandlers: Handlers<typeof attendanceApi> = {
  setAttendance: async (ctx, { body }) => ({ attendance: attendanceToWire(await setAttendance(ctx, body.attendance, body.participantNotification)) }),
  bulkSetAttendance: async (ctx, { body }) => {
    const list = body.attendanceDetails ?? (body.attendanceList ?? []).map((attendance) => ({ attendance, participantNotification: undefined }))
    if (list.length === 0) refuse('ATTENDANCES_MISSING_IN_REQUEST')
    return runBulkItems(ctx, list, async (inner, item) => attendanceToWire(await setAttendance(inner, item.attendance, item.participantNotification)), {
      withItems: body.returnFullEntity === true,
    })
  },
  getAttendance: async (ctx, { params }) => ({
    attendance: attendanceToWire((await attendanceById(ctx, params.attendanceId)) ?? refuse('ATTENDANCE_NOT_FOUND', { attendanceId: params.attendanceId })),
  }),
  deleteAttendance: async (ctx, { params }) => {
    await deleteAttendance(ctx, params.attendanceId)
    return {}
  },
  bulkDeleteAttendances: (ctx, { body }) =>
    runBulkItems(
      ctx,
      body.attendanceIds,
      async (inner, id) => {
        await deleteAttendance(inner, id)
        return { id }
      },
      { idFrom: (id) => id },
    ),
  queryAttendance: async (ctx, { body }) => {
    const { rows, meta } = await attendancePage(ctx, body.query)
    return { attendances: rows.map(attendanceToWire), pagingMetadata: meta }
  },
  countAttendances: async (ctx, { body }) => ({ count: await countAttendances(ctx, body.filter) }),
}
