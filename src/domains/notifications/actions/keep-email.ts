/** Emails that go nowhere. */
import type { TransactionContext } from '#kit/api/context.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { emailMachine, type EmailState } from '../rules/email-machine.ts'
import * as store from '../store/outbox.ts'
import { openEmail } from './email-secrets.ts'

interface StoredEmail {
  template: string
  variables: Record<string, unknown>
  language: string
}

/** Keeps an email as it would be sent, in words; one that left before stays as it is. */
export async function keepEmail(ctx: TransactionContext, id: string, render: (email: StoredEmail) => { subject: string; text: string }): Promise<void> {
  const email = await store.findEmail(ctx, id)
  const transition = email && findTransition(emailMachine, email.state as EmailState, 'keep')
  const opened = email && openEmail(email)
  if (transition && opened) await store.saveKeptEmail(ctx, id, transition, render({ ...email, variables: opened.variables }))
}
