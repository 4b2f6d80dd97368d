/** Roles of members that the owner made. */
import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import css from './settings.module.css'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Member roles',
    about: 'Control access to restricted pages and fields. Assign roles from a member’s profile.',
    example: 'Teacher',
    badgesStay: 'It’s removed from all members. Badges that include it stay without a role.',
    removed: 'It’s removed from all members.',
  },
  {
    de: {
      title: 'Rollen der Mitglieder',
      about: 'Bestimme, wer geschützte Seiten und Felder sieht. Du vergibst Rollen im Profil eines Mitglieds.',
      example: 'Kursleitung',
      badgesStay: 'Alle Mitglieder verlieren sie. Abzeichen mit dieser Rolle bleiben ohne Rolle.',
      removed: 'Alle Mitglieder verlieren sie.',
    },
  },
)

/** Roles that the owner created; the built-in ones are assigned automatically. */
export const ownRoles = (roles: readonly RoleDefinition[] = []) => roles.filter(({ roleKey }) => !['MEMBER', 'OWNER', 'CONTRIBUTOR'].includes(roleKey))
type RoleDefinition = ReplyOf<'memberRoles.listMemberRoleDefinitions'>['roles'][number]

export function Roles() {
  const t = useMessages(messages)
  const badges = useApiQuery('badges.listBadges', { query: {} }).data?.badges ?? []
  const found = useApiQuery('memberRoles.listMemberRoleDefinitions')
  const create = useApiMutation('memberRoles.createMemberRoleDefinition')
  const remove = useApiMutation('memberRoles.deleteMemberRoleDefinition')
  const openConfirm = useConfirm()
  const [title, setTitle] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const roleKey = title
      .trim()
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 50)
    const made = await create.mutateAsync({ body: { roleKey, roleTitle: title.trim() } }).catch(() => undefined)
    if (made) setTitle('')
  }
  return (
    <Section title={t.title} about={t.about}>
      <Stack>
        <form onSubmit={(event) => void add(event)} className={css.inline}>
          <TextInput
            size="md"
            label={common.newRole}
            placeholder={t.example}
            required
            withAsterisk={false}
            maxLength={50}
            autoComplete="off"
            value={title}
            error={create.error ? describeError(create.error) : undefined}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" size="md" loading={create.isPending}>
            {common.addRole}
          </Button>
        </form>
        <QueryView query={found}>
          {({ roles }) => {
            const own = ownRoles(roles)
            return own.length === 0 ? null : (
              <List label={t.title}>
                {own.map((role) => (
                  <Row
                    key={role.roleKey}
                    title={role.title}
                    sub={role.roleKey}
                    actions={
                      <Button
                        variant="subtle"
                        c="var(--bad)"
                        onClick={() =>
                          openConfirm({
                            title: common.deleteRoleAsk(role.title),
                            description: badges.some(({ roleKey }) => roleKey === role.roleKey) ? t.badgesStay : t.removed,
                            confirmLabel: common.deleteRole,
                            cancelLabel: commonWords.cancel,
                            danger: true,
                            successMessage: common.roleDeleted,
                            onConfirm: () => remove.mutateAsync({ params: { roleKey: role.roleKey } }),
                          })
                        }
                      >
                        {commonWords.delete}
                      </Button>
                    }
                  />
                ))}
              </List>
            )
          }}
        </QueryView>
      </Stack>
    </Section>
  )
}
