import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArchive, IconEye, IconEyeOff, IconId, IconPencil, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, useMay } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Plan } from '../entities.ts'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, CardSkeletons, EmptyState } from '../parts/query-view.tsx'
import { StateTag } from '../parts/list.tsx'
import frame from '../parts/layout.module.css'
import { DashboardLink } from '../parts/link.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice } from '../parts/format.ts'
import { plansSearch } from '../search-params.ts'
import { SortableGrip, SortableList, SortablePlace, useSortable } from '../parts/sortable.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanEditor } from './plan-editor.tsx'
import css from './plans.module.css'

type Running = ReplyOf<'insights.getRecurringRevenue'>['plans'][number]

/** The shop as customers see it, in its order. */
export function PlanCards({ archived }: { archived: boolean }) {
  const [url, setUrl] = useSearchState(plansSearch)
  const found = useApiQuery('plans.listPlans', { query: { archived: archived ? 'ARCHIVED' : 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } })
  const sell = useApiMutation('sellingTerms.setSellingTerms')
  const editing = url.edit && url.edit !== 'order' ? (url.edit === 'new' ? 'new' : found.data?.plans.find((plan) => plan.id === url.edit)) : undefined
  if (found.error?.code === 'PRICING_PLANS_NOT_INSTALLED')
    return (
      <EmptyState
        icon={<IconId size={26} />}
        title="Plans are turned off"
        action={
          <Allowed operation="sellingTerms.setSellingTerms">
            <Button loading={sell.isPending} onClick={() => void sell.mutateAsync({ body: { enabled: true } }).then(() => found.refetch(), toastError)}>
              Turn on plans
            </Button>
          </Allowed>
        }
      >
        Plans are hidden and can’t be bought. Existing subscriptions continue and renew.
      </EmptyState>
    )
  return (
    <>
      <QueryView query={found} loading={<CardSkeletons cards={3} height={340} />}>
        {(data) =>
          data.plans.length === 0 ? (
            archived ? (
              <EmptyState icon={<IconArchive size={26} />} title="No archived plans">
                Archived plans can’t be bought. Existing subscriptions continue.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<IconId size={26} />}
                title="No plans yet"
                action={
                  <Allowed operation="plans.createPlan">
                    <Button onClick={() => setUrl({ edit: 'new' })}>Create your first plan</Button>
                  </Allowed>
                }
              >
                Sell memberships and packages, such as a monthly membership or a 10-class pass.
              </EmptyState>
            )
          ) : (
            <SortablePlans plans={data.plans} archived={archived} onEdit={(id) => setUrl({ edit: id })} />
          )
        }
      </QueryView>
      <PlanEditor plan={editing} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

/** Cards that are put in order by dragging their grip, or by arrow keys on it. */
function SortablePlans({ plans, archived, onEdit }: { plans: Plan[]; archived: boolean; onEdit: (id: string) => void }) {
  const [ids, setIds] = useState(() => plans.map(({ id }) => id))
  const may = useMay()
  const arrange = useApiMutation('plans.arrangePlans')
  const numbers = useApiQuery('insights.getRecurringRevenue', { query: { months: 1 } })
  // The server's order replaces the one on screen.
  useEffect(() => setIds(plans.map(({ id }) => id)), [plans])
  const shown = ids.flatMap((id) => plans.find((plan) => plan.id === id) ?? [])
  const sortable = useSortable({
    items: shown,
    getName: ({ name }) => name,
    onSort: (next) => {
      const sorted = next.map(({ id }) => id)
      setIds(sorted)
      arrange.mutateAsync({ body: { ids: sorted } }).catch((error: unknown) => {
        setIds(ids)
        toastError(error)
      })
    },
  })
  const maySort = !archived && plans.length > 1 && may('plans.arrangePlans')
  return (
    <SortableList sortable={sortable} label={archived ? 'Archived plans' : 'Plans in display order'} className={frame.cards}>
      {shown.map((plan) => (
        <SortablePlace key={plan.id} sortable={sortable} id={plan.id}>
          <PlanCard
            plan={plan}
            corner={
              <div className={css.menu}>
                {maySort && <SortableGrip sortable={sortable} id={plan.id} name={plan.name} image="article" />}
                <PlanMenu plan={plan} onEdit={() => onEdit(plan.id)} />
              </div>
            }
            foot={<PlanStats plan={plan} running={numbers.data?.plans.find(({ planId }) => planId === plan.id)} />}
          />
        </SortablePlace>
      ))}
    </SortableList>
  )
}

/** Whether it is sold, and how it does. */
function PlanStats({ plan, running }: { plan: Plan; running: Running | undefined }) {
  const site = useSite()
  const monthlyRevenue = running?.perMonth.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ')
  const parts = [
    running?.active ? `${running.active} active` : '',
    running?.inTrial ? `${running.inTrial} in trial` : '',
    running?.paused ? `${running.paused} paused` : '',
    running?.ending ? `${running.ending} not renewing` : '',
  ].filter(Boolean)
  return (
    <div className={css.stats}>
      {plan.archived ? (
        <StateTag tone="quiet">Archived</StateTag>
      ) : plan.public === false ? (
        <StateTag tone="quiet">Hidden</StateTag>
      ) : (
        <StateTag tone="good">Active</StateTag>
      )}
      <Allowed operation="orders.managementListOrders">
        <DashboardLink to="." search={{ tab: 'subscriptions', plan: plan.id }} aria-label={`Subscriptions to ${plan.name}`}>
          {parts.length > 0 ? parts.join(', ') : 'No subscribers'}
        </DashboardLink>
      </Allowed>
      {monthlyRevenue && <span>{monthlyRevenue} per month</span>}
    </div>
  )
}

function PlanMenu({ plan, onEdit }: { plan: Plan; onEdit: () => void }) {
  const openConfirm = useConfirm()
  const archive = useApiMutation('plans.archivePlan')
  const visibility = useApiMutation('plans.setPlanVisibility')
  const primary = useApiMutation('plans.makePlanPrimary')
  const notPrimary = useApiMutation('plans.clearPrimary')
  if (plan.archived) return null
  const given = { params: { id: plan.id } }
  const show = (visible: boolean) =>
    visibility
      .mutateAsync({ ...given, body: { visible } })
      .then(() => toast(visible ? `${plan.name} is visible on your site.` : `${plan.name} is hidden. Existing subscriptions continue.`), toastError)
  const star = plan.primary ? 'Remove highlight' : 'Highlight this plan'
  return (
    <>
      <Allowed operation="plans.makePlanPrimary">
        <Tooltip label={star} withinPortal={false}>
          <ActionIcon
            size={44}
            variant="subtle"
            color={plan.primary ? undefined : 'gray'}
            aria-pressed={Boolean(plan.primary)}
            aria-label={`Highlight ${plan.name}`}
            onClick={() => void (plan.primary ? notPrimary.mutateAsync({}) : primary.mutateAsync({ ...given, body: {} })).catch(toastError)}
          >
            {plan.primary ? <IconStarFilled size={19} /> : <IconStar size={19} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      </Allowed>
      <CardMenu
        of={plan.name}
        actions={[
          { label: 'Edit', operation: 'plans.updatePlan', icon: IconPencil, run: onEdit },
          plan.public === false
            ? { label: 'Show on site', operation: 'plans.setPlanVisibility', icon: IconEye, run: () => void show(true) }
            : { label: 'Hide from site', operation: 'plans.setPlanVisibility', icon: IconEyeOff, run: () => void show(false) },
          {
            label: 'Archive',
            operation: 'plans.archivePlan',
            icon: IconArchive,
            danger: true,
            run: () =>
              openConfirm({
                title: `Archive ${plan.name}?`,
                description: 'It can no longer be bought. Existing subscriptions continue unchanged. This can’t be undone.',
                confirmLabel: 'Archive plan',
                cancelLabel: 'Cancel',
                danger: true,
                successMessage: `${plan.name} archived.`,
                onConfirm: () => archive.mutateAsync({ ...given, body: {} }),
              }),
          },
        ]}
      />
    </>
  )
}
