/** Who else runs the site, and how far they may go. */
import { Button, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { type Level, toLevels, permissionsFor } from '#domains/collaborators/rules/rights.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeRights, nameRole } from './rights-texts.ts'
import { CUSTOM, OWNER, RoleChoice } from './role-choice.tsx'
import { TeamRoles } from './team-roles.tsx'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    ownerRights: 'Owner: full access',
    customRights: (rights: string) => `Custom: ${rights}`,
    you: (name: string) => `${name} (you)`,
    resetAsk: (name: string) => `Reset two-step verification for ${name}?`,
    resetMeans: (name: string) =>
      `They are signed out everywhere, can sign in with just their password and will be asked to set it up again. Make sure the request really comes from ${name}.`,
    reset: 'Reset',
    isReset: 'Two-step verification reset.',
    resetStep: 'Reset two-step verification',
    removeMeans: 'They are signed out right away and lose access to this dashboard.',
    removed: 'Removed.',
    invited: 'Invited',
    revokeAsk: (email: string) => `Revoke invitation for ${email}?`,
    revokeMeans: 'The link in the email stops working.',
    revoke: 'Revoke',
    revoked: 'Invitation revoked.',
    about: 'People who can sign in to this dashboard.',
    invite: 'Invite',
    sent: 'Invitation sent.',
    send: 'Send invitation',
    inviteTitle: 'Invite to team',
    emailHint: 'We’ll email them a link to set their password.',
  },
  {
    de: {
      ownerRights: 'Inhaber/in: voller Zugriff',
      customRights: (rights) => `Eigene Auswahl: ${rights}`,
      you: (name) => `${name} (du)`,
      resetAsk: (name) => `Zweiten Schritt für ${name} zurücksetzen?`,
      resetMeans: (name) =>
        `${name} wird überall abgemeldet, kann sich dann nur mit dem Passwort anmelden und wird gebeten, den Schritt neu einzurichten. Vergewissere dich, dass die Bitte wirklich von ${name} kommt.`,
      reset: 'Zurücksetzen',
      isReset: 'Zweiter Schritt zurückgesetzt.',
      resetStep: 'Zweiten Schritt zurücksetzen',
      removeMeans: 'Die Person wird sofort abgemeldet und hat keinen Zugriff mehr auf dieses Dashboard.',
      removed: 'Entfernt.',
      invited: 'Eingeladen',
      revokeAsk: (email) => `Einladung an ${email} zurückziehen?`,
      revokeMeans: 'Der Link in der E-Mail funktioniert dann nicht mehr.',
      revoke: 'Zurückziehen',
      revoked: 'Einladung zurückgezogen.',
      about: 'Personen, die sich in diesem Dashboard anmelden können.',
      invite: 'Einladen',
      sent: 'Einladung gesendet.',
      send: 'Einladung senden',
      inviteTitle: 'Ins Team einladen',
      emailHint: 'Die Person bekommt einen Link, um ihr Passwort festzulegen.',
    },
  },
)

type Collaborator = ReplyOf<'collaborators.listCollaborators'>['collaborators'][number]
type Invitation = ReplyOf<'collaborators.listCollaborators'>['invitations'][number]
type TeamRole = ReplyOf<'collaborators.listTeamRoles'>['roles'][number]
type Rights = Omit<InputOf<'collaborators.changeCollaborator'>['body'], 'permissions'> & { permissions: string[] | null }
const text = currentMessages(messages)

/** The role by name; permissions one by one where there is none. */
function describeAccess({ role, permissions, teamRole }: Pick<Collaborator, 'role' | 'permissions' | 'teamRole'>, roles: readonly TeamRole[]): string {
  if (role === 'OWNER') return text.ownerRights
  const named = roles.find(({ id }) => id === teamRole)
  return named ? nameRole(named).name : text.customRights(describeRights(permissions))
}

function CollaboratorRow({ one, roles, onEdit }: { one: Collaborator; roles: readonly TeamRole[]; onEdit: () => void }) {
  const t = useMessages(messages)
  const name = one.name || one.email
  const openConfirm = useConfirm()
  const resetStep = useApiMutation('collaborators.resetCollaboratorStep')
  const remove = useApiMutation('collaborators.removeCollaborator')
  return (
    <Row
      lead={<Avatar name={name} />}
      title={one.you ? t.you(name) : name}
      sub={
        <>
          {one.email}
          <br />
          {describeAccess(one, roles)}
        </>
      }
      facts={one.secondStep ? <StateTag tone="good">{common.secondStep}</StateTag> : undefined}
      {...(one.you ? {} : { onOpen: onEdit })}
      actions={
        one.you ? undefined : (
          <>
            {one.secondStep ? (
              <Button
                variant="subtle"
                c="var(--accent-text)"
                onClick={() =>
                  openConfirm({
                    title: t.resetAsk(name),
                    description: t.resetMeans(name),
                    confirmLabel: t.reset,
                    cancelLabel: commonWords.cancel,
                    danger: true,
                    successMessage: t.isReset,
                    onConfirm: () => resetStep.mutateAsync({ params: { id: one.userId } }),
                  })
                }
              >
                {t.resetStep}
              </Button>
            ) : null}
            <Button
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                openConfirm({
                  title: common.removeAsk(name),
                  description: t.removeMeans,
                  confirmLabel: commonWords.remove,
                  cancelLabel: commonWords.cancel,
                  danger: true,
                  successMessage: t.removed,
                  onConfirm: () => remove.mutateAsync({ params: { id: one.userId } }),
                })
              }
            >
              {commonWords.remove}
            </Button>
          </>
        )
      }
    />
  )
}

function InvitationRow({ one, roles }: { one: Invitation; roles: readonly TeamRole[] }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const withdraw = useApiMutation('collaborators.withdrawInvitation')
  return (
    <Row
      lead={<Avatar name={one.email} />}
      title={one.email}
      sub={describeAccess(one, roles)}
      facts={<StateTag tone="wait">{t.invited}</StateTag>}
      actions={
        <Button
          variant="subtle"
          onClick={() =>
            openConfirm({
              title: t.revokeAsk(one.email),
              description: t.revokeMeans,
              confirmLabel: t.revoke,
              cancelLabel: commonWords.cancel,
              successMessage: t.revoked,
              onConfirm: () => withdraw.mutateAsync({ params: { id: one.id } }),
            })
          }
        >
          {t.revoke}
        </Button>
      }
    />
  )
}

export function Collaborators() {
  const t = useMessages(messages)
  const found = useApiQuery('collaborators.listCollaborators')
  const roles = useApiQuery('collaborators.listTeamRoles')
  const [edited, setEdited] = useState<Collaborator | 'new'>()
  return (
    <>
      <Section
        title={common.team}
        about={t.about}
        action={
          <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
            {t.invite}
          </Button>
        }
      >
        <QueryView query={found}>
          {(data) => (
            <QueryView query={roles}>
              {(of) => (
                <>
                  <List label={common.team}>
                    {data.collaborators.map((one) => (
                      <CollaboratorRow key={one.userId} one={one} roles={of.roles} onEdit={() => setEdited(one)} />
                    ))}
                    {data.invitations.map((one) => (
                      <InvitationRow key={one.id} one={one} roles={of.roles} />
                    ))}
                  </List>
                  {edited ? <CollaboratorPanel person={edited === 'new' ? undefined : edited} roles={of.roles} onClose={() => setEdited(undefined)} /> : null}
                </>
              )}
            </QueryView>
          )}
        </QueryView>
      </Section>
      <TeamRoles query={roles} />
    </>
  )
}

/** The role selected at first: the current one, the front desk for new people. */
function firstChoice(person: Collaborator | undefined): string {
  if (!person) return 'RECEPTIONIST'
  return person.role === 'OWNER' ? OWNER : (person.teamRole ?? CUSTOM)
}
function toRights(choice: string, levels: Readonly<Record<string, Level>>, existing: string[]): Rights {
  if (choice === OWNER) return { role: 'OWNER', permissions: null, teamRole: null }
  if (choice === CUSTOM) return { role: 'CONTRIBUTOR', permissions: permissionsFor(levels, existing), teamRole: null }
  return { role: 'CONTRIBUTOR', permissions: null, teamRole: choice }
}

/** Invites a team member, or changes their role. */
function CollaboratorPanel({ person, roles, onClose }: { person: Collaborator | undefined; roles: readonly TeamRole[]; onClose: () => void }) {
  const t = useMessages(messages)
  const invite = useApiMutation('collaborators.inviteCollaborator')
  const change = useApiMutation('collaborators.changeCollaborator')
  const [email, setEmail] = useState('')
  const [choice, setChoice] = useState(firstChoice(person))
  const [levels, setLevels] = useState<Record<string, Level>>(person && person.role !== 'OWNER' ? toLevels(person.permissions) : {})
  const [problem, setProblem] = useState<unknown>()
  const send = async () => {
    const body = toRights(choice, levels, person?.permissions ?? [])
    if (person) await change.mutateAsync({ params: { id: person.userId }, body })
    else await invite.mutateAsync({ body: { email: email.trim(), ...body } })
    toast(person ? commonWords.saved : t.sent)
    onClose()
  }
  const save = () => {
    setProblem(undefined)
    void send().catch(setProblem)
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      size={620}
      title={person ? person.name || person.email : t.inviteTitle}
      footer={
        <Button size="md" type="submit" form="rights" loading={invite.isPending || change.isPending}>
          {person ? commonWords.save : t.send}
        </Button>
      }
    >
      <form
        id="rights"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack>
          <SaveError error={problem} />
          {person ? null : (
            <TextInput
              size="md"
              type="email"
              label={commonWords.email}
              description={t.emailHint}
              required
              withAsterisk={false}
              autoComplete="off"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
          <RoleChoice roles={roles} value={choice} onChange={setChoice} levels={levels} onLevels={setLevels} />
        </Stack>
      </form>
    </SidePanel>
  )
}
