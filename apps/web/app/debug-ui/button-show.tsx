import { Download, Ellipsis, Plus, ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Sample, Show } from './show.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Spinner } from '#ui/spinner.tsx'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'outline', 'ghost', 'destructive']

const BusyButton = () => {
  const [isBusy, setBusy] = useState(false)
  return (
    <Button
      variant="primary"
      isLoading={isBusy}
      onClick={() => {
        setBusy(true)
        setTimeout(() => setBusy(false), 1500)
      }}
    >
      Click to wait
    </Button>
  )
}

export const ButtonShow = () => (
  <Show title="Buttons">
    <div className="grid gap-6 md:grid-cols-2">
      {variants.map((variant) => (
        <Sample key={variant} name={variant}>
          <Button variant={variant} size="lg">
            <ShoppingCart aria-hidden="true" />
            Large
          </Button>
          <Button variant={variant}>Medium</Button>
          <Button variant={variant} size="sm">
            <Plus aria-hidden="true" />
            Add
          </Button>
          <Button variant={variant} isLoading>
            Loading
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Sample>
      ))}
      <Sample name="As a link, full width, busy">
        <Button variant="outline" asChild>
          <a href="#top">
            <Download aria-hidden="true" />
            Locker
          </a>
        </Button>
        <BusyButton />
        <Button variant="primary" size="lg" className="w-full">
          Pay $30.98
        </Button>
      </Sample>
      <Sample name="Icon buttons, spinner">
        <IconButton label="Open cart" size="icon-lg" variant="secondary">
          <ShoppingCart aria-hidden="true" />
        </IconButton>
        <IconButton label="Open cart">
          <ShoppingCart aria-hidden="true" />
        </IconButton>
        <IconButton label="More" size="icon-sm" variant="outline">
          <Ellipsis aria-hidden="true" />
        </IconButton>
        <IconButton label="More" size="icon-sm" isLoading>
          <Ellipsis aria-hidden="true" />
        </IconButton>
        <IconButton label="More" size="icon-sm" disabled>
          <Ellipsis aria-hidden="true" />
        </IconButton>
        <Spinner label="Loading" className="text-2xl text-muted" />
      </Sample>
    </div>
  </Show>
)
