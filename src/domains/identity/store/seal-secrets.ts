/** Seals the secrets that versions before sealing stored as they were. */
import { sql } from 'kysely'
import { acrossSites, json, type Tx } from '#kit/db/open.ts'
import { isSealed, sealSecret } from '../crypto/stored-secrets.ts'
import { mapSecrets, readSettings } from '../rules/settings.ts'

async function sealProviders(tx: Tx): Promise<void> {
  const plain = await tx
    .selectFrom('identityProvider')
    .select(['siteId', 'id', 'clientSecret'])
    .where('clientSecret', 'not like', 'sealed:%')
    .modifyFront(acrossSites)
    .execute()
  for (const { siteId, id, clientSecret } of plain)
    await tx
      .updateTable('identityProvider')
      .set({ clientSecret: sealSecret(siteId, id, clientSecret) })
      .where('siteId', '=', siteId)
      .where('id', '=', id)
      // Not one that was changed meanwhile: rows of many sites are not locked at once in a cluster.
      .where('clientSecret', '=', clientSecret)
      .execute()
}

async function sealSettings(tx: Tx): Promise<void> {
  const isPlain = (of: 'captcha' | 'text') => sql<boolean>`coalesce(settings -> ${sql.lit(of)} ->> 'secret', '') not similar to '(|sealed:%)'`
  const plain = await tx
    .selectFrom('signOnPolicy')
    .select('siteId')
    .where((eb) => eb.or([isPlain('captcha'), isPlain('text')]))
    .modifyFront(acrossSites)
    .execute()
  for (const { siteId } of plain) {
    const stored = await tx.selectFrom('signOnPolicy').select('settings').where('siteId', '=', siteId).forUpdate().executeTakeFirstOrThrow()
    const settings = readSettings(stored.settings)
    const sealed = mapSecrets(settings, (of, secret) => (isSealed(secret) ? secret : sealSecret(siteId, of, secret)))
    await tx
      .updateTable('signOnPolicy')
      .set({ settings: json(sealed) })
      .where('siteId', '=', siteId)
      .execute()
  }
}

/** Once at every start, of all sites; what is sealed stays as it is. */
export async function sealStoredSecrets(tx: Tx): Promise<void> {
  await sealProviders(tx)
  await sealSettings(tx)
}
