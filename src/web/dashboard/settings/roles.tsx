/** Roles of members that the owner made. */
import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import css from './settings.module.css'

/** Roles that the owner created; the built-in ones are assigned automatically. */
export const ownRoles = (roles: readonly RoleDefinition[] = []) => roles.filter(({ roleKey }) => !['MEMBER', 'OWNER', 'CONTRIBUTOR'].includes(roleKey))
type RoleDefinition = ReplyOf<'memberRoles.listMemberRoleDefinitions'>['roles'][number]

export function Roles() {
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
    <Section title="Member roles" about="Control access to restricted pages and fields. Assign roles from a member’s profile.">
      <Stack>
        <form onSubmit={(event) => void add(event)} className={css.inline}>
          <TextInput
            size="md"
            label="New role"
            placeholder="Teacher"
            required
            withAsterisk={false}
            maxLength={50}
            autoComplete="off"
            value={title}
            error={create.error ? describeError(create.error) : undefined}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" size="md" loading={create.isPending}>
            Add role
          </Button>
        </form>
        <QueryView query={found}>
          {({ roles }) => {
            const own = ownRoles(roles)
            return own.length === 0 ? null : (
              <List label="Member roles">
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
                            title: `Delete role ${role.title}?`,
                            description: badges.some(({ roleKey }) => roleKey === role.roleKey)
                              ? 'It’s removed from all members. Badges that include it stay without a role.'
                              : 'It’s removed from all members.',
                            confirmLabel: 'Delete role',
                            cancelLabel: 'Cancel',
                            danger: true,
                            successMessage: 'Role deleted.',
                            onConfirm: () => remove.mutateAsync({ params: { roleKey: role.roleKey } }),
                          })
                        }
                      >
                        Delete
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
