import { Button, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconDoor, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { Avatar } from '#web/kit/picture.tsx'
import { PictureField } from '#web/kit/picture-field.tsx'
import { toast } from '#web/kit/toasts.tsx'
import { said } from '../ask.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { NotSaved } from '../parts/conflict.tsx'
import { Answered, Empty } from '../parts/answers.tsx'
import { Initials } from '../parts/initials.tsx'
import { Row } from '../parts/list.tsx'
import { Card, List, Page, Section, Tabs } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUrl } from '../parts/url.ts'
import { WeekHours } from '../parts/week-hours.tsx'
import type { Period, Resource, StaffMember } from '../entities.ts'

/** Who works when, in which rooms, and when the house is open. */
export function StaffScreen() {
  const [url, setUrl] = useUrl<{ tab?: string; open?: string }>()
  const tab = url.tab ?? 'staff'
  return (
    <Page
      title="Staff and hours"
      action={
        tab === 'staff' ? (
          <AddButton onClick={() => setUrl({ open: 'new' })}>Add person</AddButton>
        ) : tab === 'rooms' ? (
          <AddButton onClick={() => setUrl({ open: 'new' })}>Add room</AddButton>
        ) : undefined
      }
    >
      <Tabs
        label="Staff and hours"
        current={tab}
        items={[
          { value: 'staff', label: 'Staff' },
          { value: 'rooms', label: 'Rooms' },
          { value: 'hours', label: 'Business hours' },
        ]}
      />
      {tab === 'hours' ? <HouseHours /> : tab === 'rooms' ? <Rooms /> : <Staff />}
    </Page>
  )
}
const AddButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)

function Staff() {
  const [url, setUrl] = useUrl<{ open?: string }>()
  const found = useAsk('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } }, fields: ['RESOURCE_DETAILS'] } })
  const person = found.data?.staffMembers.find((one) => one.id === url.open)
  return (
    <>
      <Answered ask={found}>
        {(data) =>
          data.staffMembers.length === 0 ? (
            <Empty
              icon={<IconUsersGroup size={26} />}
              title="Nobody on the staff yet"
              action={<Button onClick={() => setUrl({ open: 'new' })}>Add person</Button>}
            >
              Appointments need somebody who offers them.
            </Empty>
          ) : (
            <List label="Staff">
              {data.staffMembers.map((one) => (
                <Row
                  key={one.id}
                  lead={<Avatar name={one.name ?? '?'} src={(one.mainMedia as { image?: { url: string } } | undefined)?.image?.url} />}
                  title={one.name ?? 'Without a name'}
                  sub={one.email ?? one.phone}
                  facts={<span>{one.resource?.usesDefaultWorkingHours === false ? 'own hours' : 'business hours'}</span>}
                  onOpen={() => setUrl({ open: one.id }, { push: true })}
                />
              ))}
            </List>
          )
        }
      </Answered>
      <StaffPanel person={url.open === 'new' ? 'new' : person} onClose={() => setUrl({ open: undefined })} onCreated={(id) => setUrl({ open: id })} />
    </>
  )
}

function StaffPanel({ person, onClose, onCreated }: { person: StaffMember | 'new' | undefined; onClose: () => void; onCreated: (id: string) => void }) {
  const create = useDo('staff.createStaffMember')
  const update = useDo('staff.updateStaffMember')
  const remove = useDo('staff.deleteStaffMember')
  const ask = useConfirm()
  const saved = person === 'new' ? undefined : person
  const shown = (saved?.mainMedia as { image?: { url: string } } | undefined)?.image
  const [picture, setPicture] = useState(shown)
  const begin = useEffectEvent(() => setPicture(shown))
  useEffect(() => begin(), [saved?.id])
  const problem = create.error ?? update.error
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (key: string) => String(form.get(key) ?? '').trim()
    const wish = {
      name: text('name'),
      ...(text('email') ? { email: text('email') } : {}),
      ...(text('phone') ? { phone: text('phone') } : {}),
      description: text('description'),
      ...(picture?.url === shown?.url ? {} : { mainMedia: picture ? { image: picture } : null }),
    }
    try {
      if (saved) await update.mutateAsync({ params: { staffMemberId: saved.id }, body: { staffMember: { ...wish, revision: saved.revision } } })
      else onCreated((await create.mutateAsync({ body: { staffMember: wish } })).staffMember.id)
      toast('Saved.')
    } catch {
      /* shown above the form */
    }
  }
  return (
    <SidePanel
      open={person !== undefined}
      onClose={onClose}
      size={560}
      title={saved?.name ?? 'Add person'}
      footer={
        <>
          <Button type="submit" form="staff" size="md" loading={create.isPending || update.isPending}>
            {saved ? 'Save details' : 'Add person'}
          </Button>
          {saved && (
            <Button
              size="md"
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                ask({
                  title: `Remove ${saved.name}?`,
                  danger: true,
                  verb: 'Remove person',
                  keep: 'Keep',
                  done: `${saved.name} is removed.`,
                  happens: 'New appointments with this person can no longer be booked. Bookings they already have stay on the calendar.',
                  run: () => remove.mutateAsync({ params: { staffMemberId: saved.id } }).then(onClose),
                })
              }
            >
              Remove
            </Button>
          )}
        </>
      }
    >
      <form id="staff" key={saved?.id ?? 'new'} onSubmit={(event) => void save(event)}>
        <Stack>
          <NotSaved error={problem} />
          <TextInput size="md" name="name" label="Name" required maxLength={40} defaultValue={saved?.name} />
          <TextInput size="md" name="email" type="email" label="E-mail" defaultValue={saved?.email} />
          <TextInput size="md" name="phone" type="tel" label="Phone" defaultValue={saved?.phone} />
          <PictureField label="Photo" shape="person" seed={saved?.name ?? '?'} value={picture} onChange={setPicture} />
          <TextInput size="md" name="description" label="About" maxLength={500} defaultValue={saved?.description} />
        </Stack>
      </form>
      {saved && <OwnHours id={saved.id} />}
    </SidePanel>
  )
}

function OwnHours({ id }: { id: string }) {
  const site = useSite()
  const found = useAsk('staff.getStaffHours', { params: { id } })
  const change = useDo('staff.setStaffHours')
  const [follows, setFollows] = useState(true)
  const [periods, setPeriods] = useState<Period[]>([])
  useEffect(() => {
    if (!found.data) return
    setFollows(found.data.usesDefaultWorkingHours)
    setPeriods(found.data.periods)
  }, [found.data])
  const save = () =>
    change.mutateAsync({ params: { id }, body: { usesDefaultWorkingHours: follows, ...(follows ? {} : { periods: periods.map(plain) }) } }).then(
      () => toast('Hours saved. Bookings already made stay.'),
      () => undefined,
    )
  return (
    <Section title="Hours">
      {found.isPending ? (
        <Skeleton height={180} radius="md" />
      ) : (
        <Stack>
          <Switch size="md" label="Follows the business hours" checked={follows} onChange={(event) => setFollows(event.currentTarget.checked)} />
          <WeekHours periods={periods} onChange={setPeriods} weekStartsOn={site.weekStartsOn} disabled={follows} />
          {change.error && (
            <Text c="red" role="alert">
              {said(change.error)}
            </Text>
          )}
          <Button variant="light" size="md" onClick={() => void save()} loading={change.isPending}>
            Save hours
          </Button>
        </Stack>
      )}
    </Section>
  )
}
const plain = ({ id: _, ...period }: Period): Period => period

function HouseHours() {
  const site = useSite()
  const found = useAsk('staff.getBusinessHours')
  const change = useDo('staff.setBusinessHours')
  const [periods, setPeriods] = useState<Period[]>()
  const shown = periods ?? found.data?.periods ?? []
  const save = () =>
    change.mutateAsync({ body: { periods: shown.map(plain) } }).then(
      () => {
        toast('Business hours saved. Everybody who follows them works by them now.')
        setPeriods(undefined)
      },
      () => undefined,
    )
  return (
    <Answered ask={found} loading={<Skeleton height={420} radius="lg" />}>
      {() => (
        <Card>
          <Text c="dimmed" mb="md">
            When you are open, in {site.timeZone.replaceAll('_', ' ')}. Staff without hours of their own can be booked in these.
          </Text>
          <WeekHours periods={shown} onChange={setPeriods} weekStartsOn={site.weekStartsOn} />
          {change.error && (
            <Text c="red" role="alert" mt="sm">
              {said(change.error)}
            </Text>
          )}
          <Button mt="lg" size="md" disabled={periods === undefined} loading={change.isPending} onClick={() => void save()}>
            Save hours
          </Button>
        </Card>
      )}
    </Answered>
  )
}

function Rooms() {
  const [url, setUrl] = useUrl<{ open?: string }>()
  const types = useAsk('staff.queryResourceTypes', { body: {} })
  const ids = types.data?.resourceTypes.map((type) => type.id) ?? []
  const found = useAsk(
    'staff.queryResources',
    { body: { query: { filter: { typeId: { $in: ids } }, cursorPaging: { limit: 100 } } } },
    { enabled: types.isSuccess && ids.length > 0 },
  )
  const createType = useDo('staff.createResourceType')
  const create = useDo('staff.createResource')
  const remove = useDo('staff.deleteResource')
  const ask = useConfirm()
  const [name, setName] = useState('')
  const rooms: Resource[] = found.data?.resources ?? []
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const typeId =
      types.data?.resourceTypes.find((type) => type.name === 'Rooms')?.id ??
      types.data?.resourceTypes[0]?.id ??
      (await createType.mutateAsync({ body: { resourceType: { name: 'Rooms' } } })).resourceType.id
    await create.mutateAsync({ body: { resource: { name: name.trim(), typeId } } }).then(
      () => {
        toast(`${name} is added.`)
        setName('')
        setUrl({ open: undefined })
      },
      () => undefined,
    )
  }
  return (
    <>
      <Answered ask={types}>
        {() =>
          found.isFetching && !found.data ? (
            <Skeleton height={180} radius="lg" />
          ) : rooms.length === 0 ? (
            <Empty icon={<IconDoor size={26} />} title="No rooms yet" action={<Button onClick={() => setUrl({ open: 'new' })}>Add room</Button>}>
              A room or device that only one session can use at a time.
            </Empty>
          ) : (
            <List label="Rooms">
              {rooms.map((room) => (
                <Row
                  key={room.id}
                  lead={<Initials name={room.name ?? '?'} />}
                  title={room.name ?? 'Without a name'}
                  sub={types.data?.resourceTypes.find((type) => type.id === room.typeId)?.name}
                  actions={
                    <Button
                      variant="subtle"
                      c="var(--bad)"
                      onClick={() =>
                        ask({
                          title: `Remove ${room.name}?`,
                          danger: true,
                          verb: 'Remove room',
                          keep: 'Keep',
                          happens: 'Services that need it can no longer use it. Bookings already made keep their place.',
                          done: `${room.name} is removed.`,
                          run: () => remove.mutateAsync({ params: { id: room.id } }),
                        })
                      }
                    >
                      Remove
                    </Button>
                  }
                />
              ))}
            </List>
          )
        }
      </Answered>
      <SidePanel
        open={url.open === 'new'}
        onClose={() => setUrl({ open: undefined })}
        title="Add room"
        footer={
          <Button type="submit" form="room" size="md" loading={create.isPending}>
            Add room
          </Button>
        }
      >
        <form id="room" onSubmit={(event) => void add(event)}>
          <TextInput
            size="md"
            label="Name"
            required
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={create.error ? said(create.error) : undefined}
          />
        </form>
      </SidePanel>
    </>
  )
}
