/** The record of a member: names, own fields of the site, badges and roles. */
import { Button, Checkbox, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf } from '#web/operations.ts'
import { toastProblem } from '../../ask.ts'
import type { Member } from '../../entities.ts'
import { NotSaved } from '../../parts/conflict.tsx'
import { Answered } from '../../parts/answers.tsx'
import { Section } from '../../parts/page.tsx'
import css from '../members.module.css'

export function ProfilePart({ member }: { member: Member }) {
  return (
    <>
      <Person key={member.updatedDate} member={member} />
      <OwnFields key={`${member.updatedDate}-fields`} member={member} />
      <BadgesOf member={member} />
      <RolesOf member={member} />
    </>
  )
}

type Wish = InputOf<'members.updateMember'>
function Person({ member }: { member: Member }) {
  const { contact, profile } = member
  const [draft, setDraft] = useState({
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    nickname: profile.nickname,
    title: profile.title ?? '',
    phone: contact?.phones[0] ?? '',
    birthdate: contact?.birthdate ?? '',
    company: contact?.company ?? '',
    open: member.privacyStatus === 'PUBLIC',
  })
  const change = useDo('members.updateMember')
  const text = (key: Exclude<keyof typeof draft, 'open'>, label: string, more: object = {}) => (
    <TextInput
      size="md"
      label={label}
      autoComplete="off"
      maxLength={100}
      value={draft[key]}
      onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
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
      } as Wish)
      .catch(() => undefined)
    if (saved) toast('Saved.')
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack>
        <NotSaved error={change.error} />
        <Group grow>
          {text('firstName', 'First name')}
          {text('lastName', 'Last name')}
        </Group>
        {text('nickname', 'Shown name', { required: true, withAsterisk: false })}
        {text('title', 'Title')}
        <Group grow>
          {text('phone', 'Phone', { type: 'tel', maxLength: 50 })}
          {text('birthdate', 'Birthday', { type: 'date' })}
        </Group>
        {text('company', 'Company')}
        <Switch
          size="md"
          label="Others see this profile"
          description="Name, picture, title and open fields. E-mail and phone are never shown."
          checked={draft.open}
          onChange={(event) => setDraft({ ...draft, open: event.currentTarget.checked })}
        />
        <Button type="submit" variant="light" size="md" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          Save
        </Button>
      </Stack>
    </form>
  )
}

/** The fields that the site itself has made, as far as they are for this member. */
function OwnFields({ member }: { member: Member }) {
  const values = member.contact?.customFields ?? {}
  const applied = useAsk('members.getMembersCustomFieldApplications', {
    body: { memberIds: [member.id] },
  } as InputOf<'members.getMembersCustomFieldApplications'>)
  const fields = (applied.data?.results[0]?.applications ?? []).filter(({ applies, customField }) => applies && customField.fieldOrigin === 'CUSTOM')
  const [draft, setDraft] = useState<Answers>({})
  const change = useDo('members.updateMember')
  if (applied.data && fields.length === 0) return null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const customFields = Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, { value: value.trim() }]))
    const saved = await change.mutateAsync({ params: { id: member.id }, body: { member: { contact: { customFields } } } } as Wish).catch(() => undefined)
    if (saved) toast('Saved.')
  }
  return (
    <Section title="More about them">
      <Answered ask={applied}>
        {() => (
          <form onSubmit={(event) => void save(event)}>
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
                  value={draft[key] ?? String((values[key]?.value as string | number | undefined) ?? '')}
                  onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
                />
              ))}
              <NotSaved error={change.error} />
              <Button
                type="submit"
                variant="light"
                size="md"
                disabled={Object.keys(draft).length === 0}
                loading={change.isPending}
                style={{ alignSelf: 'flex-start' }}
              >
                Save answers
              </Button>
            </Stack>
          </form>
        )}
      </Answered>
    </Section>
  )
}
type Answers = { [key: string]: string }

function BadgesOf({ member }: { member: Member }) {
  const all = useAsk('community.listBadges', { query: {} })
  const given = useAsk('community.listBadgesPerMember', { body: { memberIds: [member.id] } })
  const assign = useDo('community.assignBadge')
  const take = useDo('community.unassignBadge')
  const badges = all.data?.badges ?? []
  const held = given.data?.memberBadgeIds[0]?.badgeIds ?? []
  // A site without badges does not speak of them.
  if (badges.length === 0) return null
  const open = badges.filter(({ id }) => !held.includes(id))
  return (
    <Section title="Badges">
      {badges
        .filter(({ id }) => held.includes(id))
        .map((badge) => (
          <div key={badge.id} className={css.line}>
            <div>
              <span className={css.badge} style={{ background: badge.backgroundColor, color: badge.textColor }}>
                {badge.title}
              </span>
            </div>
            <Button
              variant="subtle"
              color="gray"
              aria-label={`Take the badge ${badge.title}`}
              onClick={() => void take.mutateAsync({ params: { id: badge.id }, query: { memberIds: [member.id] } }).catch(toastProblem)}
            >
              Take away
            </Button>
          </div>
        ))}
      {open.length > 0 ? (
        <Select
          mt="sm"
          size="md"
          aria-label="Give a badge"
          placeholder="Give a badge"
          value={null}
          data={open.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => {
            if (id) void assign.mutateAsync({ params: { id }, body: { memberIds: [member.id] } }).catch(toastProblem)
          }}
        />
      ) : null}
    </Section>
  )
}

function RolesOf({ member }: { member: Member }) {
  const all = useAsk('members.listMemberRoleDefinitions')
  const held = useAsk('members.getMemberRoles', { params: { memberId: member.id } })
  const badges = useAsk('community.listBadges', { query: {} }).data?.badges ?? []
  const give = useDo('members.assignMemberRole')
  const take = useDo('members.unassignMemberRole')
  // What was just ticked shows at once; a refusal takes it back.
  const [wishes, setWishes] = useState<Record<string, boolean>>({})
  const own = (all.data?.roles ?? []).filter(({ roleKey }) => !['MEMBER', 'OWNER', 'CONTRIBUTOR'].includes(roleKey))
  if (own.length === 0) return null
  const reasons = held.data?.reasons ?? []
  const byHand = (roleKey: string) => reasons.some((reason) => reason.roleKey === roleKey && reason.badgeId === undefined)
  const bringing = (roleKey: string) =>
    badges.filter(({ id }) => reasons.some((reason) => reason.roleKey === roleKey && reason.badgeId === id)).map(({ title }) => title)
  const change = async (roleKey: string, on: boolean) => {
    setWishes((old) => ({ ...old, [roleKey]: on }))
    const params = { memberId: member.id }
    await (on ? give.mutateAsync({ params, body: { roleKey } }) : take.mutateAsync({ params, query: { roleKey } })).catch((error: unknown) => {
      setWishes((old) => ({ ...old, [roleKey]: !on }))
      toastProblem(error)
    })
  }
  return (
    <Section title="Roles">
      <Stack gap="sm">
        <Text className={css.quiet}>Roles open pages and fields that are for some members only.</Text>
        {own.map(({ roleKey, title }) => {
          const from = bringing(roleKey)
          return (
            <Checkbox
              key={roleKey}
              size="md"
              label={title}
              // What comes with a badge goes with the badge: only what was given by hand is taken back here.
              description={from.length > 0 ? `Comes with the badge ${from.join(', ')}${byHand(roleKey) ? '; given by hand as well' : ''}.` : undefined}
              disabled={from.length > 0 && !(wishes[roleKey] ?? byHand(roleKey))}
              checked={(wishes[roleKey] ?? byHand(roleKey)) || from.length > 0}
              onChange={(event) => void change(roleKey, event.currentTarget.checked)}
            />
          )
        })}
      </Stack>
    </Section>
  )
}
