/** Refusals of sign-in, each at the field that it is about or as a sentence above the form. */
import { ApiError } from '../api.ts'
import { throwInvalid } from '../kit/form.tsx'
import { currentMessages } from '../kit/messages.ts'
import { messages } from './sign-in.messages.tsx'

const fieldByCode: Readonly<Record<string, string>> = { '-19976': 'password', '-19999': 'password', '-19995': 'email', VERIFICATION_FAILED: 'code' }

/** Shows refusals that are about one field at that field. */
export async function withFieldErrors<R>(call: Promise<R>): Promise<R> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const t = currentMessages(messages)
    if (error.code === 'VERIFICATION_FAILED' && (error.data.verificationFailureReason === 'NOT_FOUND' || error.data.attemptsLeft === 0))
      throw new ApiError(error.status, t.tooLate)
    const field = fieldByCode[error.code]
    if (field) throwInvalid([{ field, description: t.atField[error.code] ?? error.message }])
    throw error
  }
}

export const explainRefusal = (error: ApiError): string => currentMessages(messages).refusals[error.code] ?? error.message
