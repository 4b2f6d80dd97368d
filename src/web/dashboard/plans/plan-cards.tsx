import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArchive, IconEye, IconEyeOff, IconId, IconPencil, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useMessages } from '#web/kit/messages.ts'
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
import { formatPrice } from '../parts/format-times.ts'
import { plansSearch } from '../search-params.ts'
import { SortableGrip, SortableList, SortablePlace, useSortable } from '../parts/sortable.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanEditor } from './plan-editor.tsx'
import css from './plans.module.css'
import { messages } from './plan-cards.messages.ts'
import { planMessages } from './plans.messages.ts'
import { commonWords } from '../parts/common-words.ts'

type Running = ReplyOf<'insights.getRecurringRevenue'>['plans'][number]

/** The shop as customers see it, in its order. */
export function PlanCards({ archived }: { archived: boolean }) {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(plansSearch)
  const found = useApiQuery('plans.listPlans', { query: { archived: archived ? 'ARCHIVED' : 'ACTIVE', public: 'PUBLIC_AND_HIDDEN', limit: 100 } })
  const sell = useApiMutation('sellingTerms.setSellingTerms')
  const editing = url.edit && url.edit !== 'order' ? (url.edit === 'new' ? 'new' : found.data?.plans.find((plan) => plan.id === url.edit)) : undefined
  if (found.error?.code === 'PRICING_PLANS_NOT_INSTALLED')
    return (
      <EmptyState
        icon={<IconId size={26} />}
        title={t.turnedOff}
        action={
          <Allowed operation="sellingTerms.setSellingTerms">
            <Button loading={sell.isPending} onClick={() => void sell.mutateAsync({ body: { enabled: true } }).then(() => found.refetch(), toastError)}>
              {t.turnOn}
            </Button>
          </Allowed>
        }
      >
        {t.turnedOffEffect}
      </EmptyState>
    )
  return (
    <>
      <QueryView query={found} loading={<CardSkeletons cards={3} height={340} />}>
        {(data) =>
          data.plans.length === 0 ? (
            archived ? (
              <EmptyState icon={<IconArchive size={26} />} title={t.noneArchived}>
                {t.archivedHint}
              </EmptyState>
            ) : (
              <EmptyState
                icon={<IconId size={26} />}
                title={t.none}
                action={
                  <Allowed operation="plans.createPlan">
                    <Button onClick={() => setUrl({ edit: 'new' }, { push: true })}>{t.createFirst}</Button>
                  </Allowed>
                }
              >
                {t.noneHint}
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
  const t = useMessages(messages)
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
    <SortableList sortable={sortable} label={archived ? t.archivedPlans : t.inOrder} className={frame.cards}>
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
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const site = useSite()
  const monthlyRevenue = running?.perMonth.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ')
  const parts = [
    running?.active ? t.active(running.active) : '',
    running?.inTrial ? t.inTrial(running.inTrial) : '',
    running?.paused ? t.paused(running.paused) : '',
    running?.ending ? t.ending(running.ending) : '',
  ].filter(Boolean)
  return (
    <div className={css.stats}>
      {plan.archived ? (
        <StateTag tone="quiet">{words.archived}</StateTag>
      ) : plan.public === false ? (
        <StateTag tone="quiet">{t.hidden}</StateTag>
      ) : (
        <StateTag tone="good">{words.active}</StateTag>
      )}
      <Allowed operation="orders.managementListOrders">
        <DashboardLink to="." search={{ tab: 'subscriptions', plan: plan.id }} aria-label={t.subscriptionsTo(plan.name)}>
          {parts.length > 0 ? parts.join(', ') : t.noSubscribers}
        </DashboardLink>
      </Allowed>
      {monthlyRevenue && <span>{t.perMonth(monthlyRevenue)}</span>}
    </div>
  )
}

function PlanMenu({ plan, onEdit }: { plan: Plan; onEdit: () => void }) {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const openConfirm = useConfirm()
  const archive = useApiMutation('plans.archivePlan')
  const visibility = useApiMutation('plans.setPlanVisibility')
  const primary = useApiMutation('plans.makePlanPrimary')
  const notPrimary = useApiMutation('plans.clearPrimary')
  if (plan.archived) return null
  const given = { params: { id: plan.id } }
  const show = (visible: boolean) =>
    visibility.mutateAsync({ ...given, body: { visible } }).then(() => toast(visible ? t.shown(plan.name) : t.hiddenNow(plan.name)), toastError)
  const star = plan.primary ? t.removeHighlight : t.highlight
  return (
    <>
      <Allowed operation="plans.makePlanPrimary">
        <Tooltip label={star} withinPortal={false}>
          <ActionIcon
            size={44}
            variant="subtle"
            color={plan.primary ? undefined : 'gray'}
            aria-pressed={Boolean(plan.primary)}
            aria-label={t.highlightPlan(plan.name)}
            onClick={() => void (plan.primary ? notPrimary.mutateAsync({}) : primary.mutateAsync({ ...given, body: {} })).catch(toastError)}
          >
            {plan.primary ? <IconStarFilled size={19} /> : <IconStar size={19} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      </Allowed>
      <CardMenu
        of={plan.name}
        actions={[
          { label: commonWords.edit, operation: 'plans.updatePlan', icon: IconPencil, run: onEdit },
          plan.public === false
            ? { label: words.showOnSite, operation: 'plans.setPlanVisibility', icon: IconEye, run: () => void show(true) }
            : { label: t.hide, operation: 'plans.setPlanVisibility', icon: IconEyeOff, run: () => void show(false) },
          {
            label: t.archive,
            operation: 'plans.archivePlan',
            icon: IconArchive,
            danger: true,
            run: () =>
              openConfirm({
                title: t.archiveAsk(plan.name),
                description: t.archiveEffect,
                confirmLabel: t.archivePlan,
                cancelLabel: commonWords.cancel,
                danger: true,
                successMessage: t.archived(plan.name),
                onConfirm: () => archive.mutateAsync({ ...given, body: {} }),
              }),
          },
        ]}
      />
    </>
  )
}
