/** The mail server and Stripe: operation → actions. */
import type { Handlers } from '#kit/api/mount.ts'
import * as connections from '../actions/connections.ts'
import * as texts from '../actions/text-connection.ts'
import type { connectionsApi } from '../contract/connections.ts'
import type { SetupServer } from '../handlers.ts'

export const connectionsHandlers = ({ addresses }: SetupServer): Handlers<typeof connectionsApi> => ({
  getConnections: (ctx) => connections.describeConnections(ctx, addresses),
  connectSmtp: (ctx, { body }) => connections.connectSmtp(ctx, addresses, body),
  disconnectSmtp: (ctx) => connections.disconnectSmtp(ctx, addresses),
  sendTestEmail: async (ctx, { body }) => {
    await connections.sendTestEmail(ctx, body.to)
    return {}
  },
  connectTexts: async (ctx, { body }) => {
    await texts.connectTexts(ctx, body)
    return ctx.read((inner) => connections.describeConnections(inner, addresses))
  },
  disconnectTexts: async (ctx) => {
    await texts.disconnectTexts(ctx)
    return ctx.read((inner) => connections.describeConnections(inner, addresses))
  },
  checkTexts: async (ctx) => {
    await texts.checkTexts(ctx)
    return {}
  },
  sendTestText: async (ctx, { body }) => {
    await texts.sendTestText(ctx, body.to)
    return {}
  },
  connectStripe: (ctx, { body }) => connections.connectStripe(ctx, addresses, body),
  disconnectStripe: (ctx) => connections.disconnectStripe(ctx, addresses),
  checkStripe: async (ctx) => {
    await connections.checkStripe(ctx)
    return {}
  },
})
