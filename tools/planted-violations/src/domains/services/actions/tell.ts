// outside-by-job: an email in the middle of the work.
import { deliver } from '../../../kit/email/smtp.ts'
export const tell = () => deliver()
