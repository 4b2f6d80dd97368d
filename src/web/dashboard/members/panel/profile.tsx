/** The profile of a member: names, custom fields, badges and roles. */
import { Button, Checkbox, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, AllowedFields, useMay } from '../../permissions.tsx'
import { toastError } from '../../api-helpers.ts'
import type { Member } from '../../entities.ts'
import { SaveError } from '../../parts/save-error.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/page.tsx'
import css from '../members.module.css'
import { sharedMessages } from '../shared.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    jobTitle: 'Title',
    publicHint: 'Other members see name, picture, title and public fields. Email and phone are never shown.',
    customFields: 'Custom fields',
    saveFields: 'Save fields',
    badges: 'Badges',
    removeBadge: (badge: string) => `Remove badge ${badge}`,
    addBadge: 'Add badge',
    roles: 'Roles',
    rolesHint: 'Roles give access to restricted pages and fields.',
    withBadge: (badges: string) => `Included with badge ${badges}.`,
    withBadgeToo: (badges: string) => `Included with badge ${badges}, also assigned directly.`,
  },
  {
    de: {
      jobTitle: 'Titel',
      publicHint: 'Andere Mitglieder sehen Name, Bild, Titel und öffentliche Felder. E-Mail und Telefon werden nie gezeigt.',
      customFields: 'Eigene Felder',
      saveFields: 'Felder speichern',
      badges: 'Abzeichen',
      removeBadge: (badge) => `Abzeichen ${badge} entfernen`,
      addBadge: 'Abzeichen hinzufügen',
      roles: 'Rollen',
      rolesHint: 'Rollen geben Zugang zu geschützten Seiten und Feldern.',
      withBadge: (badges) => `Kommt mit dem Abzeichen ${badges}.`,
      withBadgeToo: (badges) => `Kommt mit dem Abzeichen ${badges} und ist auch direkt vergeben.`,
    },
  },
)

export function ProfileTab({ member }: { member: Member }) {
  return (
    <>
      <PersonForm key={member.id} member={member} />
      <CustomFields key={`${member.id}-fields`} member={member} />
      <MemberBadges member={member} />
      <MemberRoles member={member} />
    </>
  )
}

function PersonForm({ member }: { member: Member }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const { contact, profile } = member
  const stored = {
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    nickname: profile.nickname,
    title: profile.title ?? '',
    phone: contact?.phones[0] ?? '',
    birthdate: contact?.birthdate ?? '',
    company: contact?.company ?? '',
    open: member.privacyStatus === 'PUBLIC',
  }
  // Laid over what is stored: a member that is read again takes nothing of it away.
  const [changes, setChanges] = useState<Partial<typeof stored>>({})
  const draft = { ...stored, ...changes }
  const change = useApiMutation('members.updateMember')
  const text = (key: Exclude<keyof typeof draft, 'open'>, label: string, more: object = {}) => (
    <TextInput
      size="md"
      label={label}
      autoComplete="off"
      maxLength={100}
      value={draft[key]}
      onChange={(event) => setChanges({ ...changes, [key]: event.currentTarget.value })}
      {...more}
    />
  )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { nickname, title, phone, open, ...names } = draft
    const phones = [...(phone.trim() ? [phone.trim()] : []), ...(contact?.phones ?? []).slice(1)]
    const saved = await change
      .mutateAsync({
        params: { id: member.id },
        body: {
          member: {
            profile: { nickname: nickname.trim(), title: title.trim() },
            contact: { ...names, phones },
            ...(open === (member.privacyStatus === 'PUBLIC') ? {} : { privacyStatus: open ? 'PUBLIC' : 'PRIVATE' }),
          },
        },
      })
      .catch(() => undefined)
    if (saved) toast(commonWords.saved)
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <AllowedFields operation="members.updateMember">
        <Stack>
          <SaveError error={change.error} />
          <Group grow>
            {text('firstName', shared.firstName)}
            {text('lastName', shared.lastName)}
          </Group>
          {text('nickname', shared.displayName, { required: true, withAsterisk: false })}
          {text('title', t.jobTitle)}
          <Group grow>
            {text('phone', commonWords.phone, { type: 'tel', maxLength: 50 })}
            {text('birthdate', shared.birthday, { type: 'date' })}
          </Group>
          {text('company', shared.company)}
          <Switch
            size="md"
            label={shared.publicProfile}
            description={t.publicHint}
            checked={draft.open}
            onChange={(event) => setChanges({ ...changes, open: event.currentTarget.checked })}
          />
          <Allowed operation="members.updateMember">
            <Button type="submit" variant="light" size="md" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              {commonWords.save}
            </Button>
          </Allowed>
        </Stack>
      </AllowedFields>
    </form>
  )
}

/** The fields that the site itself has made, as far as they are for this member. */
function CustomFields({ member }: { member: Member }) {
  const t = useMessages(messages)
  const values = member.contact?.customFields ?? {}
  const applied = useApiQuery('customFields.getMembersCustomFieldApplications', {
    body: { memberIds: [member.id] },
  })
  const fields = (applied.data?.results[0]?.applications ?? []).filter(({ applies, customField }) => applies && customField.fieldOrigin === 'CUSTOM')
  const [draft, setDraft] = useState<Answers>({})
  const toStored = (key: string) => String((values[key]?.value as string | number | undefined) ?? '')
  const isChanged = Object.entries(draft).some(([key, value]) => value.trim() !== toStored(key))
  const change = useApiMutation('members.updateMember')
  const may = useMay()
  if (!may('customFields.getMembersCustomFieldApplications') || (applied.data && fields.length === 0)) return null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const customFields = Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, { value: value.trim() }]))
    const saved = await change.mutateAsync({ params: { id: member.id }, body: { member: { contact: { customFields } } } }).catch(() => undefined)
    if (saved) toast(commonWords.saved)
  }
  return (
    <Section title={t.customFields}>
      <QueryView query={applied}>
        {() => (
          <form onSubmit={(event) => void save(event)}>
            <AllowedFields operation="members.updateMember">
              <Stack>
                {fields.map(({ customField: { key, name, fieldType } }) => (
                  <TextInput
                    key={key}
                    size="md"
                    label={name}
                    type={fieldType === 'DATE' ? 'date' : fieldType === 'URL' ? 'url' : 'text'}
                    inputMode={fieldType === 'NUMBER' ? 'decimal' : undefined}
                    autoComplete="off"
                    maxLength={2048}
                    value={draft[key] ?? toStored(key)}
                    onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
                  />
                ))}
                <SaveError error={change.error} />
                <Allowed operation="members.updateMember">
                  <Button type="submit" variant="light" size="md" disabled={!isChanged} loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
                    {t.saveFields}
                  </Button>
                </Allowed>
              </Stack>
            </AllowedFields>
          </form>
        )}
      </QueryView>
    </Section>
  )
}
type Answers = { [key: string]: string }

function MemberBadges({ member }: { member: Member }) {
  const t = useMessages(messages)
  const may = useMay()
  const all = useApiQuery('badges.listBadges', { query: {} })
  const given = useApiQuery('badges.listBadgesPerMember', { body: { memberIds: [member.id] } })
  const assign = useApiMutation('badges.assignBadge')
  const unassign = useApiMutation('badges.unassignBadge')
  const badges = all.data?.badges ?? []
  const held = given.data?.memberBadgeIds[0]?.badgeIds ?? []
  // A site without badges does not speak of them.
  if (badges.length === 0) return null
  const open = badges.filter(({ id }) => !held.includes(id))
  return (
    <Section title={t.badges}>
      {badges
        .filter(({ id }) => held.includes(id))
        .map((badge) => (
          <div key={badge.id} className={css.line}>
            <div>
              <span className={css.badge} style={{ background: badge.backgroundColor, color: badge.textColor }}>
                {badge.title}
              </span>
            </div>
            <Allowed operation="badges.assignBadge">
              <Button
                variant="subtle"
                color="gray"
                aria-label={t.removeBadge(badge.title)}
                onClick={() => void unassign.mutateAsync({ params: { id: badge.id }, query: { memberIds: [member.id] } }).catch(toastError)}
              >
                {commonWords.remove}
              </Button>
            </Allowed>
          </div>
        ))}
      {open.length > 0 && may('badges.assignBadge') ? (
        <Select
          mt="sm"
          size="md"
          aria-label={t.addBadge}
          placeholder={t.addBadge}
          value={null}
          data={open.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => {
            if (id) void assign.mutateAsync({ params: { id }, body: { memberIds: [member.id] } }).catch(toastError)
          }}
        />
      ) : null}
    </Section>
  )
}

function MemberRoles({ member }: { member: Member }) {
  const t = useMessages(messages)
  const may = useMay()
  const all = useApiQuery('memberRoles.listMemberRoleDefinitions')
  const held = useApiQuery('memberRoles.getMemberRoles', { params: { memberId: member.id } })
  const badges = useApiQuery('badges.listBadges', { query: {} }).data?.badges ?? []
  const give = useApiMutation('memberRoles.assignMemberRole')
  const unassign = useApiMutation('memberRoles.unassignMemberRole')
  // Shown at once; reverted if the server refuses it.
  const [pendingRoles, setPendingRoles] = useState<Record<string, boolean>>({})
  const own = (all.data?.roles ?? []).filter(({ roleKey }) => !['MEMBER', 'OWNER', 'CONTRIBUTOR'].includes(roleKey))
  if (own.length === 0) return null
  const reasons = held.data?.reasons ?? []
  const isAssignedDirectly = (roleKey: string) => reasons.some((reason) => reason.roleKey === roleKey && reason.badgeId === undefined)
  const badgesWithRole = (roleKey: string) =>
    badges.filter(({ id }) => reasons.some((reason) => reason.roleKey === roleKey && reason.badgeId === id)).map(({ title }) => title)
  const change = async (roleKey: string, on: boolean) => {
    setPendingRoles((old) => ({ ...old, [roleKey]: on }))
    const params = { memberId: member.id }
    await (on ? give.mutateAsync({ params, body: { roleKey } }) : unassign.mutateAsync({ params, query: { roleKey } })).catch((error: unknown) => {
      setPendingRoles((old) => ({ ...old, [roleKey]: !on }))
      toastError(error)
    })
  }
  return (
    <Section title={t.roles}>
      <Stack gap="sm">
        <Text className={css.quiet}>{t.rolesHint}</Text>
        {own.map(({ roleKey, title }) => {
          const from = badgesWithRole(roleKey)
          return (
            <Checkbox
              key={roleKey}
              size="md"
              label={title}
              // Roles that come with a badge are removed with the badge; only manually assigned ones can be removed here.
              description={from.length > 0 ? (isAssignedDirectly(roleKey) ? t.withBadgeToo : t.withBadge)(from.join(', ')) : undefined}
              disabled={!may('memberRoles.assignMemberRole') || (from.length > 0 && !(pendingRoles[roleKey] ?? isAssignedDirectly(roleKey)))}
              checked={(pendingRoles[roleKey] ?? isAssignedDirectly(roleKey)) || from.length > 0}
              onChange={(event) => void change(roleKey, event.currentTarget.checked)}
            />
          )
        })}
      </Stack>
    </Section>
  )
}
