import { ReceiptText, RotateCw, Send, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import type { Guard } from '#lib/guard.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { ORDER_WORDS } from '../order-words.ts'
import { useAdminOrder, useCheckPayment, useResendReceipt } from './admin-orders.queries.ts'
import { DisputePanels } from './dispute-panel.tsx'
import type { FindMod } from './grant-dialog.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { canBeRefunded, RefundDialog } from './refund-dialog.tsx'
import { OpenRequest } from './open-request.tsx'

interface OrderDetailProps {
  number: string
  guard: Guard
  findMod: FindMod
}

/** One order with its items, payment, timeline and actions. */
export const OrderDetail = ({ number, ...slots }: OrderDetailProps) => {
  const { data: order, error, isFetching, refetch } = useAdminOrder(number)
  if (order) return <OrderContents order={order} isOld={error !== null} {...slots} />
  return (
    <Frame title={number}>
      {order === null && <NoSuchOrder />}
      {order === undefined && error && (
        <Card>
          <ErrorState
            title="This order could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Card>
      )}
      {order === undefined && !error && (
        <div role="status" aria-label="Loading the order" className="flex flex-col gap-5">
          <Skeleton className="h-48 rounded-2xl" />
          <Skeleton className="h-80 rounded-2xl" />
        </div>
      )}
    </Frame>
  )
}

interface FrameProps {
  title: string
  status?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The back link keeps the filters of the list. */
const useWayBack = (): PageAddress => {
  const pathname = useLocation().pathname as '/admin/orders' | '/admin/order-management'
  const [params] = useSearchParams()
  const rest = new URLSearchParams(params)
  rest.delete('order')
  return rest.size === 0 ? pathname : `${pathname}?${rest.toString()}`
}

const Frame = (props: FrameProps) => <PageFrame back={{ label: 'Orders', to: useWayBack() }} {...props} />

const NoSuchOrder = () => (
  <Card>
    <EmptyState
      icon={<ReceiptText />}
      title="Order not found"
      action={
        <Button asChild variant="outline">
          <Link to={useWayBack()}>Show all orders</Link>
        </Button>
      }
    />
  </Card>
)

interface OrderContentsProps extends Omit<OrderDetailProps, 'number'> {
  order: AdminOrder
  isOld: boolean
}

/** Gets the focus after a decision. */
const STATUS = 'order-status'

const OrderContents = ({ order, guard, findMod, isOld }: OrderContentsProps) => {
  const receipt = useResendReceipt(order.id)
  const check = useCheckPayment(order.id)
  const { word, tone } = ORDER_WORDS[order.status]
  // The open request shows its own refund button.
  const hasOpenRequest = order.requests.some(({ state }) => state === 'open')
  return (
    <Frame
      title={order.number}
      status={
        // Announced when it changes, for example after a refund.
        <span id={STATUS} role="status" tabIndex={-1}>
          <Status tone={tone}>{word}</Status>
        </span>
      }
      description={
        <>
          Ordered <Moment at={order.createdAt} />
          {order.paidAt && (
            <>
              , paid <Moment at={order.paidAt} />
            </>
          )}
        </>
      }
      actions={
        <>
          {order.paidAt !== null && (
            <Button size="sm" variant="outline" isLoading={receipt.isPending} onClick={() => receipt.mutate()}>
              <Send aria-hidden="true" />
              Resend receipt
            </Button>
          )}
          {order.stripeSessionId !== null && (
            <Button size="sm" variant="outline" isLoading={check.isPending} onClick={() => check.mutate()}>
              <RotateCw aria-hidden="true" />
              Check payment
            </Button>
          )}
          {canBeRefunded(order) && !hasOpenRequest && (
            <RefundDialog
              order={order}
              guard={guard}
              refuge={STATUS}
              trigger={
                <Button size="sm" variant="outline">
                  <Undo2 aria-hidden="true" />
                  Refund
                </Button>
              }
            />
          )}
        </>
      }
    >
      {isOld && <Notice tone="warning" title="The store is not responding. What you see may be out of date." />}
      {receipt.isSuccess && <Notice tone="success" title="The receipt is on its way." />}
      {check.isSuccess && <Notice tone="success" title="The payment is up to date with Stripe." />}
      {[receipt, check].map(
        ({ error }, place) => error && <Notice key={place} tone="destructive" title={failureText(error)} />,
      )}
      <OpenRequest order={order} guard={guard} refuge={STATUS} />
      <DisputePanels order={order} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <OrderItems guard={guard} order={order} findMod={findMod} />
          <OrderTimeline timeline={order.timeline} />
        </div>
        <OrderFacts order={order} />
      </div>
    </Frame>
  )
}
