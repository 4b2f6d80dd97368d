import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconArchive, IconDots, IconEye, IconEyeOff, IconId, IconPencil, IconPlus, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useAsk, useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastProblem } from '../ask.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Answered, Cards, CardSkeletons, Empty, Page, State, Tabs } from '../parts/frame.tsx'
import { useUrl } from '../parts/url.ts'
import type { Plan } from '../entities.ts'
import { Coupons } from './coupons.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanEditor } from './plan-editor.tsx'
import css from './plans.module.css'
import { Subscriptions } from './subscriptions.tsx'

/** Plans as customers see them, and who holds them. */
export function PlansScreen() {
  const [url, setUrl] = useUrl<{ tab?: string; edit?: string; open?: string }>()
  const tab = url.tab ?? 'plans'
  return (
    <Page
      title="Plans"
      action={
        tab === 'coupons' ? (
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'coupon' })}>
            New coupon
          </Button>
        ) : tab === 'subscriptions' ? (
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'order' })}>
            Sell offline
          </Button>
        ) : (
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'new' })}>
            New plan
          </Button>
        )
      }
    >
      <Tabs
        label="Plans"
        current={tab}
        items={[
          { value: 'plans', label: 'Plans' },
          { value: 'subscriptions', label: 'Subscriptions' },
          { value: 'coupons', label: 'Coupons' },
          { value: 'archived', label: 'Archived' },
        ]}
      />
      {tab === 'coupons' ? <Coupons /> : tab === 'subscriptions' ? <Subscriptions /> : <PlanCards archived={tab === 'archived'} />}
    </Page>
  )
}

function PlanCards({ archived }: { archived: boolean }) {
  const [url, setUrl] = useUrl<{ tab?: string; edit?: string }>()
  const found = useAsk('plans.listPlans', { query: { archived: archived ? 'ARCHIVED' : 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } })
  const editing = url.edit && url.edit !== 'order' ? (url.edit === 'new' ? 'new' : found.data?.plans.find((plan) => plan.id === url.edit)) : undefined
  return (
    <>
      <Answered ask={found} loading={<CardSkeletons cards={3} height={340} />}>
        {(data) =>
          data.plans.length === 0 ? (
            archived ? (
              <Empty icon={<IconArchive size={26} />} title="No archived plans">
                An archived plan can no longer be bought; those who hold it keep it.
              </Empty>
            ) : (
              <Empty icon={<IconId size={26} />} title="No plans yet" action={<Button onClick={() => setUrl({ edit: 'new' })}>Create your first plan</Button>}>
                A plan is what members pay once or regularly: a monthly membership, a card of ten classes.
              </Empty>
            )
          ) : (
            <Cards label={archived ? 'Archived plans' : 'Plans in shop order'}>
              {data.plans.map((plan) => (
                <li key={plan.id}>
                  <PlanCard
                    plan={plan}
                    corner={<PlanMenu plan={plan} onEdit={() => setUrl({ edit: plan.id })} />}
                    foot={
                      plan.archived ? (
                        <State tone="quiet">Archived</State>
                      ) : plan.public === false ? (
                        <State tone="quiet">Hidden</State>
                      ) : (
                        <State tone="good">In the shop</State>
                      )
                    }
                  />
                </li>
              ))}
            </Cards>
          )
        }
      </Answered>
      <PlanEditor plan={editing} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

function PlanMenu({ plan, onEdit }: { plan: Plan; onEdit: () => void }) {
  const ask = useConfirm()
  const archive = useDo('plans.archivePlan')
  const visibility = useDo('plans.setPlanVisibility')
  const primary = useDo('plans.makePlanPrimary')
  const notPrimary = useDo('plans.clearPrimary')
  if (plan.archived) return null
  const given = { params: { id: plan.id } }
  const show = (visible: boolean) =>
    visibility
      .mutateAsync({ ...given, body: { visible } })
      .then(() => toast(visible ? `${plan.name} is in the shop.` : `${plan.name} is hidden. Who holds it keeps it.`), toastProblem)
  const star = plan.primary ? 'Not the main plan any more' : 'Make this the main plan'
  return (
    <div className={css.menu}>
      <Tooltip label={star}>
        <ActionIcon
          size={44}
          variant="subtle"
          color={plan.primary ? undefined : 'gray'}
          aria-pressed={Boolean(plan.primary)}
          aria-label={`Main plan: ${plan.name}`}
          onClick={() => void (plan.primary ? notPrimary.mutateAsync({}) : primary.mutateAsync(given)).catch(toastProblem)}
        >
          {plan.primary ? <IconStarFilled size={19} /> : <IconStar size={19} stroke={1.6} />}
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Actions for ${plan.name}`}>
            <IconDots size={19} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            Edit
          </Menu.Item>
          {plan.public === false ? (
            <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => void show(true)}>
              Show in the shop
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={() => void show(false)}>
              Hide from the shop
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconArchive size={16} aria-hidden />}
            c="var(--bad)"
            onClick={() =>
              ask({
                title: `Archive ${plan.name}?`,
                happens: 'Nobody can buy it any more, and this cannot be taken back. Those who hold it keep it, with the same payments and dates.',
                verb: 'Archive plan',
                keep: 'Keep plan',
                danger: true,
                done: `${plan.name} is archived.`,
                run: () => archive.mutateAsync(given),
              })
            }
          >
            Archive
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
