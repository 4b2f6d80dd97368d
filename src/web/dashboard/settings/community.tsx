/** Whether members see each other, and what marks them: badges and roles. */
import { ActionIcon, Button, ColorInput, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { accentOf } from '#web/look.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { said, toastProblem } from '../ask.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { NotSaved } from '../parts/conflict.tsx'
import { Answered, CardSkeletons, Empty } from '../parts/answers.tsx'
import { Row } from '../parts/list.tsx'
import { Card, List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import css from './settings.module.css'

export function Privacy() {
  const settings = useAsk('members.getMemberPrivacySettings')
  const first = useAsk('members.getDefaultPrivacyStatus')
  const set = useDo('members.setMemberPrivacySettings')
  const setFirst = useDo('members.setDefaultPrivacyStatus')
  const ask = useConfirm()
  const now = settings.data?.memberPrivacySettings
  const who = now?.publicMemberCandidates === 'NO_ONE' ? 'NO_ONE' : now?.publicMemberVisibility
  const change = (to: string) => {
    const body = {
      memberPrivacySettings: {
        publicMemberCandidates: to === 'NO_ONE' ? 'NO_ONE' : 'ANYONE',
        ...(to === 'NO_ONE' ? {} : { publicMemberVisibility: to }),
        revision: now?.revision,
      },
    } as InputOf<'members.setMemberPrivacySettings'>['body']
    const run = async () => {
      // New members can't begin with an open profile where nobody may have one.
      if (to === 'NO_ONE' && first.data?.defaultPrivacy.defaultPrivacy === 'PUBLIC')
        await setFirst.mutateAsync({
          body: { defaultPrivacy: { defaultPrivacy: 'PRIVATE', revision: first.data.defaultPrivacy.revision } },
        } as InputOf<'members.setDefaultPrivacyStatus'>)
      const fresh = (await settings.refetch()).data?.memberPrivacySettings.revision
      await set.mutateAsync({ body: { memberPrivacySettings: { ...body.memberPrivacySettings, revision: fresh ?? body.memberPrivacySettings.revision } } })
    }
    if (to === 'NO_ONE')
      ask({
        title: 'Make all profiles private?',
        happens: 'Every open profile becomes private, and followers are gone. Switching back does not open them again: each member decides anew.',
        verb: 'Make all private',
        keep: 'Leave them',
        danger: true,
        done: 'All profiles are private.',
        run,
      })
    else void run().then(() => toast('Saved.'), toastProblem)
  }
  return (
    <Section title="Who sees whom" about="E-mail, phone and bookings are never shown to other members.">
      <Answered ask={settings} loading={<CardSkeletons cards={1} height={150} />}>
        {() => (
          <Card>
            <Stack maw={460}>
              <Select
                size="md"
                label="Open profiles are seen by"
                allowDeselect={false}
                disabled={set.isPending}
                data={[
                  { value: 'VISIBLE_TO_MEMBERS_ONLY', label: 'Members who are signed in' },
                  { value: 'VISIBLE_TO_ALL', label: 'Everybody, also search engines' },
                  { value: 'NO_ONE', label: 'Nobody: all profiles are private' },
                ]}
                value={who ?? null}
                onChange={(value) => value && change(value)}
              />
              {who === 'NO_ONE' ? null : (
                <Select
                  size="md"
                  label="New members begin with"
                  description="Members who are there already keep what they chose."
                  allowDeselect={false}
                  disabled={setFirst.isPending}
                  data={[
                    { value: 'PRIVATE', label: 'A private profile' },
                    { value: 'PUBLIC', label: 'An open profile' },
                  ]}
                  value={first.data?.defaultPrivacy.defaultPrivacy ?? null}
                  onChange={(value) =>
                    value &&
                    void setFirst
                      .mutateAsync({
                        body: { defaultPrivacy: { defaultPrivacy: value, revision: first.data?.defaultPrivacy.revision } },
                      } as InputOf<'members.setDefaultPrivacyStatus'>)
                      .then(() => toast('Saved.'), toastProblem)
                  }
                />
              )}
            </Stack>
          </Card>
        )}
      </Answered>
    </Section>
  )
}

/** Addresses of pages that members can't choose. */
export function KeptAddresses() {
  const kept = useAsk('members.getReservedSlugs')
  return (
    <Section
      title="Kept addresses"
      about="Words that no member takes as the address of their page, like the name of your studio. Who has one already keeps it."
    >
      <Answered ask={kept} loading={<CardSkeletons cards={1} height={110} />}>
        {({ words }) => <KeptWords key={words.join()} words={words} />}
      </Answered>
    </Section>
  )
}
function KeptWords({ words }: { words: readonly string[] }) {
  const [text, setText] = useState(words.join(', '))
  const set = useDo('members.setReservedSlugs')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await set.mutateAsync({ body: { words: text.split(/[\s,;]+/).filter(Boolean) } }).catch(() => undefined)
    if (saved) toast('Saved.')
  }
  return (
    <Card>
      <form onSubmit={(event) => void save(event)}>
        <Stack maw={460}>
          <Textarea
            size="md"
            label="Words"
            description="Letters, digits, dots, dashes and underscores; a comma between them."
            autosize
            minRows={2}
            value={text}
            error={set.error ? said(set.error) : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" size="md" loading={set.isPending} style={{ alignSelf: 'flex-start' }}>
            Save words
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

type Badge = ReplyOf<'community.listBadges'>['badges'][number]
export function Badges() {
  const found = useAsk('community.listBadges', { query: {} })
  const counts = useAsk('community.getMemberCountsPerBadge').data?.badgeMemberCounts ?? []
  const order = useDo('community.updateBadgesDisplayOrder')
  const remove = useDo('community.deleteBadge')
  const ask = useConfirm()
  const [edited, setEdited] = useState<Badge | 'new'>()
  const roles = useAsk('members.listMemberRoleDefinitions').data?.roles ?? []
  const titleOf = (key: string) => roles.find(({ roleKey }) => roleKey === key)?.title ?? key
  const move = (badges: readonly Badge[], from: number, to: number) => {
    const badgeIds = badges.map(({ id }) => id)
    const [moved] = badgeIds.splice(from, 1)
    if (moved !== undefined) badgeIds.splice(to, 0, moved)
    void order.mutateAsync({ body: { badgeIds } }).catch(toastProblem)
  }
  return (
    <Section
      title="Badges"
      about="Shown on open profiles. You give them on a member's page."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          Add badge
        </Button>
      }
    >
      <Answered ask={found}>
        {({ badges }) =>
          badges.length === 0 ? (
            <Empty title="No badges">Founding member, teacher, regular: a word in a colour beside the name.</Empty>
          ) : (
            <List label="Badges">
              {badges.map((badge, index) => {
                const held = counts.find(({ badgeId }) => badgeId === badge.id)?.memberCount ?? 0
                return (
                  <Row
                    key={badge.id}
                    lead={
                      <span className={css.badge} style={{ background: badge.backgroundColor, color: badge.textColor }}>
                        {badge.title}
                      </span>
                    }
                    title={badge.title}
                    sub={badge.description}
                    facts={
                      <>
                        <span>{held === 1 ? '1 member' : `${held} members`}</span>
                        {badge.permissionsEnabled && badge.roleKey ? <span>with the role {titleOf(badge.roleKey)}</span> : null}
                      </>
                    }
                    onOpen={() => setEdited(badge)}
                    actions={
                      <Group gap={4} wrap="nowrap">
                        <ActionIcon
                          size={44}
                          variant="subtle"
                          color="gray"
                          aria-label={`Move ${badge.title} up`}
                          disabled={index === 0 || order.isPending}
                          onClick={() => move(badges, index, index - 1)}
                        >
                          <IconArrowUp size={18} />
                        </ActionIcon>
                        <ActionIcon
                          size={44}
                          variant="subtle"
                          color="gray"
                          aria-label={`Move ${badge.title} down`}
                          disabled={index === badges.length - 1 || order.isPending}
                          onClick={() => move(badges, index, index + 1)}
                        >
                          <IconArrowDown size={18} />
                        </ActionIcon>
                        <Button
                          variant="subtle"
                          c="var(--bad)"
                          onClick={() =>
                            ask({
                              title: `Delete the badge ${badge.title}?`,
                              happens:
                                held > 0
                                  ? `It is taken from ${held === 1 ? 'one member' : `${held} members`}${badge.roleKey ? ', and with it the role that it brings' : ''}.`
                                  : 'Nobody has it.',
                              verb: 'Delete badge',
                              keep: 'Keep it',
                              danger: true,
                              done: 'Deleted.',
                              run: () => remove.mutateAsync({ params: { id: badge.id } }),
                            })
                          }
                        >
                          Delete
                        </Button>
                      </Group>
                    }
                  />
                )
              })}
            </List>
          )
        }
      </Answered>
      {edited ? <BadgeForm badge={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
    </Section>
  )
}

function BadgeForm({ badge, onClose }: { badge: Badge | undefined; onClose: () => void }) {
  const create = useDo('community.createBadge')
  const change = useDo('community.updateBadge')
  const roles = ownRoles(useAsk('members.listMemberRoleDefinitions').data?.roles)
  const [draft, setDraft] = useState({
    title: badge?.title ?? '',
    description: badge?.description ?? '',
    backgroundColor: badge?.backgroundColor ?? '#2f5d8a',
    roleKey: (badge?.permissionsEnabled && badge.roleKey) || '',
  })
  const valid = /^#[0-9a-f]{6}$/i.test(draft.backgroundColor)
  // The words on the colour are made readable, whatever was chosen.
  const { fill, on } = accentOf(valid ? draft.backgroundColor : '#2f5d8a')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    // Who may not see roles leaves the badge's as it is.
    const roleWish = roles.length > 0 ? { roleKey: draft.roleKey, permissionsEnabled: draft.roleKey !== '' } : {}
    const body = { badge: { title: draft.title.trim(), description: draft.description.trim(), backgroundColor: fill, textColor: on, ...roleWish } }
    const saved = await (badge ? change.mutateAsync({ params: { id: badge.id }, body }) : create.mutateAsync({ body })).catch(() => undefined)
    if (!saved) return
    toast('Saved.')
    onClose()
  }
  const failure = create.error ?? change.error
  return (
    <SidePanel
      open
      onClose={onClose}
      title={badge ? badge.title : 'New badge'}
      footer={
        <Button type="submit" form="badge" size="md" disabled={!valid} loading={create.isPending || change.isPending}>
          Save
        </Button>
      }
    >
      <form id="badge" onSubmit={(event) => void save(event)}>
        <Stack>
          <NotSaved error={failure} />
          <div>
            <span className={css.badge} style={{ background: fill, color: on }}>
              {draft.title || 'Badge'}
            </span>
          </div>
          <TextInput
            size="md"
            label="Title"
            required
            withAsterisk={false}
            maxLength={50}
            autoComplete="off"
            value={draft.title}
            onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
          />
          <Textarea
            size="md"
            label="What it means"
            autosize
            minRows={2}
            maxLength={1500}
            value={draft.description}
            onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
          />
          <ColorInput
            size="md"
            label="Colour"
            description="The words on it are made readable by themselves."
            format="hex"
            eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
            value={draft.backgroundColor}
            onChange={(backgroundColor) => setDraft({ ...draft, backgroundColor })}
          />
          {roles.length > 0 ? (
            <Select
              size="md"
              label="Role that comes with it"
              description="Whoever has the badge has the role, for as long as they have it."
              data={[{ value: '', label: 'None' }, ...roles.map(({ roleKey, title }) => ({ value: roleKey, label: title }))]}
              allowDeselect={false}
              value={draft.roleKey}
              onChange={(roleKey) => setDraft({ ...draft, roleKey: roleKey ?? '' })}
            />
          ) : null}
        </Stack>
      </form>
    </SidePanel>
  )
}

/** Those that the owner made: the others follow from who somebody is. */
const ownRoles = (roles: readonly RoleDefinition[] = []) => roles.filter(({ roleKey }) => !['MEMBER', 'OWNER', 'CONTRIBUTOR'].includes(roleKey))
type RoleDefinition = ReplyOf<'members.listMemberRoleDefinitions'>['roles'][number]

export function Roles() {
  const badges = useAsk('community.listBadges', { query: {} }).data?.badges ?? []
  const found = useAsk('members.listMemberRoleDefinitions')
  const create = useDo('members.createMemberRoleDefinition')
  const remove = useDo('members.deleteMemberRoleDefinition')
  const ask = useConfirm()
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
    <Section title="Roles of members" about="For pages and fields that are for some members only. You give them on a member's page.">
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
            error={create.error ? said(create.error) : undefined}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" size="md" loading={create.isPending}>
            Add role
          </Button>
        </form>
        <Answered ask={found}>
          {({ roles }) => {
            const own = ownRoles(roles)
            return own.length === 0 ? null : (
              <List label="Roles of members">
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
                          ask({
                            title: `Delete the role ${role.title}?`,
                            happens: badges.some(({ roleKey }) => roleKey === role.roleKey)
                              ? 'It is taken from everybody who has it. Badges that bring it stay, without a role.'
                              : 'It is taken from everybody who has it.',
                            verb: 'Delete role',
                            keep: 'Keep it',
                            danger: true,
                            done: 'Deleted.',
                            run: () => remove.mutateAsync({ params: { roleKey: role.roleKey } } as InputOf<'members.deleteMemberRoleDefinition'>),
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
        </Answered>
      </Stack>
    </Section>
  )
}
