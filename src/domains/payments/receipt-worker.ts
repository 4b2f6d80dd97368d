/** The thread in which receipts become PDF: `render-receipt.ts` starts it. */
import { serveTasks } from '#kit/workers/serve-tasks.ts'
import { receiptTasks } from './receipt-tasks.ts'

serveTasks(receiptTasks)
