// outside-by-reaction: a letter in the middle of the work.
import { deliver } from '../../../kit/outside/smtp.ts'
export const tell = () => deliver()
