/** How an email moves on: rendered by its job, then sent, kept or not wanted; one that failed is tried again. Source: guide bookings §20.4. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type EmailState = 'QUEUED' | 'SENT' | 'KEPT' | 'UNWANTED' | 'FAILED'
export type EmailStep =
  | 'send'
  /** Without a mail server, or in a simulation: readable in the dashboard. */
  | 'keep'
  /** The recipient wants none of its kind. */
  | 'withhold'
  | 'fail'
  /** By the business. */
  | 'requeue'

export const emailMachine: StateMachine<EmailState, EmailStep> = {
  QUEUED: { send: 'SENT', keep: 'KEPT', withhold: 'UNWANTED', fail: 'FAILED' },
  FAILED: { send: 'SENT', keep: 'KEPT', withhold: 'UNWANTED', fail: 'FAILED', requeue: 'QUEUED' },
  SENT: {},
  KEPT: {},
  UNWANTED: {},
}
export type EmailTransition = Transition<EmailState>

/** Why an email was given up whose secrets were sealed with a key that is lost. The dashboard says it in words. */
export const SECRETS_ARE_LOST = 'SECRETS_ARE_LOST'
