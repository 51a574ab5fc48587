import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as RadixToast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import {
  dismissToast,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_THRESHOLD_PX,
  type Toast,
  toasts,
} from '#ui/toast-store.ts'

const icons = {
  neutral: null,
  success: <CircleCheck className="mt-px size-5 text-success" aria-hidden="true" />,
  destructive: <CircleAlert className="mt-px size-5 text-destructive" aria-hidden="true" />,
}

const motion =
  'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in data-[swipe=cancel]:translate-x-0 ' +
  'data-[swipe=cancel]:transition-[translate] data-[swipe=end]:animate-swipe-out ' +
  'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)'

const ToastItem = ({ id, title, description, tone = 'neutral', action, isOpen }: Toast) => (
  <RadixToast.Root
    open={isOpen}
    onOpenChange={(stays) => {
      if (!stays) dismissToast(id)
    }}
    className={cx(
      'pointer-events-auto flex items-start gap-3 rounded-xl border bg-raised p-4 text-foreground shadow-float',
      tone === 'destructive' && 'border-destructive',
      motion,
    )}
  >
    {icons[tone]}
    <div className="min-w-0 flex-1">
      <RadixToast.Title className="text-ui font-medium">{title}</RadixToast.Title>
      {description && (
        <RadixToast.Description className="mt-0.5 text-small text-muted">{description}</RadixToast.Description>
      )}
      {action && (
        <RadixToast.Action asChild altText={action.label} onClick={action.onSelect}>
          <Button variant="outline" size="sm" className="mt-3">
            {action.label}
          </Button>
        </RadixToast.Action>
      )}
    </div>
    <RadixToast.Close asChild>
      <IconButton label="Dismiss" size="icon-sm" className="-mt-2 -mr-2">
        <X aria-hidden="true" />
      </IconButton>
    </RadixToast.Close>
  </RadixToast.Root>
)

export const Toaster = () => {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.get)

  return (
    <RadixToast.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}>
      {shown.map((each) => (
        <ToastItem key={each.id} {...each} />
      ))}
      <RadixToast.Viewport
        hotkey={[TOAST_HOTKEY]}
        // On phones below the header, or above the actions of an open panel.
        className="pointer-events-none fixed inset-x-0 top-16 z-80 flex flex-col gap-2 p-4 pt-[max(1rem,env(safe-area-inset-top))] max-md:in-data-scroll-locked:top-auto max-md:in-data-scroll-locked:bottom-44 md:top-auto md:right-0 md:bottom-0 md:left-auto md:w-[420px] md:p-6 md:in-data-scroll-locked:right-[420px]"
      />
    </RadixToast.Provider>
  )
}
