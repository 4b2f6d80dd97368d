/** Who else runs the site, and how far they may go. */
import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Initials } from '../parts/initials.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { frontDeskLevels, type Level, levelsOf, permissionsFor, formatRights } from './rights.ts'
import { RightsMatrix } from './rights-matrix.tsx'

type Collaborator = ReplyOf<'identity.listCollaborators'>['collaborators'][number]
type Role = InputOf<'identity.changeCollaborator'>['body']['role']
const describeRights = (role: string, permissions: string[] | null): string =>
  role === 'OWNER' ? 'Owner: may do everything' : `Colleague: ${formatRights(permissions)}`

export function Collaborators() {
  const found = useApiQuery('identity.listCollaborators')
  const withdraw = useApiMutation('identity.withdrawInvitation')
  const remove = useApiMutation('identity.removeCollaborator')
  const resetStep = useApiMutation('identity.resetCollaboratorStep')
  const openConfirm = useConfirm()
  const [edited, setEdited] = useState<Collaborator | 'new'>()
  return (
    <Section
      title="People who run the site"
      about="Everybody signs in with an address and a password of their own."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          Invite
        </Button>
      }
    >
      <QueryView query={found}>
        {(data) => (
          <List label="People who run the site">
            {data.collaborators.map((one) => {
              const name = one.name || one.email
              return (
                <Row
                  key={one.userId}
                  lead={<Initials name={name} />}
                  title={one.you ? `${name} (you)` : name}
                  sub={
                    <>
                      {one.email}
                      <br />
                      {describeRights(one.role, one.permissions)}
                    </>
                  }
                  facts={one.secondStep ? <StateTag tone="good">Second step on</StateTag> : undefined}
                  {...(one.you ? {} : { onOpen: () => setEdited(one) })}
                  actions={
                    one.you ? undefined : (
                      <>
                        {one.secondStep ? (
                          <Button
                            variant="subtle"
                            c="var(--accent-text)"
                            onClick={() =>
                              openConfirm({
                                title: `Let ${name} in without the second step?`,
                                happens: `For whoever lost phone, passkeys and recovery codes: they are signed out everywhere, come in with the password alone and are asked to set the second step up again. Be sure that it is ${name} who asks you.`,
                                verb: 'Reset the second step',
                                keep: 'Leave it on',
                                danger: true,
                                done: 'The second step is reset.',
                                run: () => resetStep.mutateAsync({ params: { id: one.userId } }),
                              })
                            }
                          >
                            Reset second step
                          </Button>
                        ) : null}
                        <Button
                          variant="subtle"
                          c="var(--bad)"
                          onClick={() =>
                            openConfirm({
                              title: `Remove ${name}?`,
                              happens: 'They are signed out at once and can no longer open this dashboard.',
                              verb: 'Remove person',
                              keep: 'Keep',
                              danger: true,
                              done: 'Removed.',
                              run: () => remove.mutateAsync({ params: { id: one.userId } }),
                            })
                          }
                        >
                          Remove
                        </Button>
                      </>
                    )
                  }
                />
              )
            })}
            {data.invitations.map((one) => (
              <Row
                key={one.id}
                lead={<Initials name={one.email} />}
                title={one.email}
                sub={describeRights(one.role, one.permissions)}
                facts={<StateTag tone="wait">Invited</StateTag>}
                actions={
                  <Button
                    variant="subtle"
                    onClick={() =>
                      openConfirm({
                        title: `Take back the invitation of ${one.email}?`,
                        happens: 'The link in the letter no longer works.',
                        verb: 'Take back',
                        keep: 'Leave it',
                        done: 'Taken back.',
                        run: () => withdraw.mutateAsync({ params: { id: one.id } }),
                      })
                    }
                  >
                    Take back
                  </Button>
                }
              />
            ))}
          </List>
        )}
      </QueryView>
      {edited ? <CollaboratorPanel person={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
    </Section>
  )
}

/** Invites somebody, or changes what a colleague may do. */
function CollaboratorPanel({ person, onClose }: { person: Collaborator | undefined; onClose: () => void }) {
  const invite = useApiMutation('identity.inviteCollaborator')
  const change = useApiMutation('identity.changeCollaborator')
  const openConfirm = useConfirm()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState(person?.role ?? 'CONTRIBUTOR')
  const [levels, setLevels] = useState<Record<string, Level>>(person && person.role !== 'OWNER' ? levelsOf(person.permissions) : { ...frontDeskLevels })
  const [problem, setProblem] = useState<unknown>()
  const permissions = role === 'OWNER' ? null : permissionsFor(levels, person?.permissions ?? [])
  const send = async () => {
    // The contract's union of roles is wider than its type says.
    const body = { role: role as Role, permissions }
    if (person) await change.mutateAsync({ params: { id: person.userId }, body })
    else await invite.mutateAsync({ body: { email: email.trim(), ...body } })
    toast(person ? 'Saved.' : 'The invitation is on its way.')
    onClose()
  }
  const save = async () => {
    setProblem(undefined)
    try {
      await send()
    } catch (error) {
      if ((error as { code?: string }).code !== 'REAUTHENTICATION_REQUIRED') {
        setProblem(error)
        return
      }
      openConfirm({
        title: person ? `Change what ${person.name || person.email} may do?` : `Invite ${email.trim()}?`,
        happens: 'It has been a while since you signed in: prove first that it is you.',
        verb: person ? 'Save' : 'Send invitation',
        run: send,
      })
    }
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      size={620}
      title={person ? person.name || person.email : 'Invite somebody'}
      footer={
        <Button size="md" type="submit" form="rights" loading={invite.isPending || change.isPending}>
          {person ? 'Save' : 'Send invitation'}
        </Button>
      }
    >
      <form
        id="rights"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack>
          <SaveError error={problem} title={person ? 'Not saved' : 'Not invited'} />
          {person ? null : (
            <TextInput
              size="md"
              type="email"
              label="E-mail"
              description="They get a letter with a link, and choose a password of their own."
              required
              withAsterisk={false}
              autoComplete="off"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
          <SegmentedControl
            size="md"
            fullWidth
            aria-label="Role"
            value={role}
            onChange={setRole}
            data={[
              { value: 'CONTRIBUTOR', label: 'Colleague' },
              { value: 'OWNER', label: 'Owner' },
            ]}
          />
          {role === 'OWNER' ? (
            <Text>Owners may do everything that you may do here, also remove you.</Text>
          ) : (
            <RightsMatrix name="colleague" levels={levels} onChange={setLevels} />
          )}
        </Stack>
      </form>
    </SidePanel>
  )
}
