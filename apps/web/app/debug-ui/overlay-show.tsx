import { CircleUser, Download, LogOut, Monitor, Moon, Search, Sun, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Dropdown, DropdownChoice, DropdownItem, DropdownLabel, DropdownSeparator } from '#ui/dropdown.tsx'
import { Field } from '#ui/field.tsx'
import { Sample, Show } from './show.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { LazyTooltip } from '#ui/lazy-tooltip.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast-store.ts'
import { Tooltip } from '#ui/tooltip.tsx'

const themes = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
] as const

const AccountMenu = () => {
  const [theme, setTheme] = useState<(typeof themes)[number]['value']>('system')
  return (
    <Dropdown trigger={<Button variant="outline">Account menu</Button>} align="start">
      <DropdownLabel>mara@example.com</DropdownLabel>
      <DropdownItem>
        <CircleUser aria-hidden="true" />
        Profile
      </DropdownItem>
      <DropdownItem asChild>
        <a href="#top">
          <Download aria-hidden="true" />
          My Mod Locker
        </a>
      </DropdownItem>
      <DropdownItem disabled>Developer Panel</DropdownItem>
      <DropdownSeparator />
      <DropdownChoice label="Theme" value={theme} options={themes} onValueChange={setTheme} />
      <DropdownSeparator />
      <DropdownItem tone="destructive">
        <LogOut aria-hidden="true" />
        Logout
      </DropdownItem>
    </Dropdown>
  )
}

const Toasts = () => (
  <Sample name="Toast">
    <Button onClick={() => toast({ title: 'Saved' })}>Plain</Button>
    <Button
      onClick={() =>
        toast({
          title: 'Added to cart',
          description: 'Tsukiro Senko D-Spec',
          tone: 'success',
          action: { label: 'View cart', onSelect: () => undefined },
        })
      }
    >
      Success
    </Button>
    <Button
      onClick={() =>
        toast({
          title: 'Payment failed',
          description: 'Your card was declined. Nothing has been charged.',
          tone: 'destructive',
        })
      }
    >
      Destructive
    </Button>
  </Sample>
)

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 1200))
const fail = () => wait().then(() => Promise.reject(new Error('refused')))

const Dialogs = () => (
  <Sample name="Dialog, confirm, side panel">
    <Dialog
      title="Rename category"
      description="This also changes its URL."
      trigger={<Button variant="outline">Dialog</Button>}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <DialogClose>
            <Button variant="primary">Save</Button>
          </DialogClose>
        </>
      }
    >
      <Field label="Name">
        <Input defaultValue="Drift" />
      </Field>
    </Dialog>
    <ConfirmDialog
      title="Delete Kestrel R4 Rally?"
      description="Buyers keep their downloads. The page, its reviews and its pictures are gone for good."
      confirmLabel="Delete mod"
      onConfirm={wait}
      trigger={<Button variant="outline">Confirm</Button>}
    />
    <ConfirmDialog
      title="Close the ticket?"
      description="The customer can reopen it by replying."
      confirmLabel="Close ticket"
      tone="primary"
      onConfirm={fail}
      trigger={<Button variant="outline">Confirm that fails</Button>}
    />
    <Sheet
      title="Shopping Cart"
      subtitle="2 items in your cart"
      trigger={<Button variant="outline">Side panel</Button>}
      footer={
        <Button variant="primary" size="lg" className="w-full">
          Proceed to Checkout
        </Button>
      }
    >
      <p className="text-ui text-muted">Lines go here and scroll under the head and above the foot.</p>
    </Sheet>
    <Sheet title="Menu" side="left" closeLabel="Close Menu" trigger={<Button variant="outline">Left panel</Button>}>
      <p className="text-ui text-muted">Links go here.</p>
    </Sheet>
  </Sample>
)

export const OverlayShow = () => (
  <Show title="Overlays and tabs">
    <Dialogs />
    <Sample name="Menu and tooltips">
      <AccountMenu />
      <Tooltip label="Deletes the selected rows">
        <IconButton label="Delete" variant="outline">
          <Trash2 aria-hidden="true" />
        </IconButton>
      </Tooltip>
      <Tooltip label="Downloads the list">
        <IconButton label="Download" variant="outline">
          <Download aria-hidden="true" />
        </IconButton>
      </Tooltip>
      <LazyTooltip label="Search mods">
        <IconButton label="Search mods">
          <Search aria-hidden="true" />
        </IconButton>
      </LazyTooltip>
      <LazyTooltip label="Account">
        <IconButton label="Account">
          <CircleUser aria-hidden="true" />
        </IconButton>
      </LazyTooltip>
    </Sample>
    <Toasts />
    <div className="grid gap-6 md:grid-cols-2">
      <Tabs
        label="Settings"
        defaultValue="general"
        tabs={[
          { value: 'general', label: 'General', content: <p className="text-ui text-muted">General settings.</p> },
          { value: 'seo', label: 'SEO', content: <p className="text-ui text-muted">Titles and descriptions.</p> },
          { value: 'security', label: 'Security', content: <p className="text-ui text-muted">Sessions and keys.</p> },
        ]}
      />
      <Tabs
        label="Period"
        variant="segmented"
        defaultValue="30"
        tabs={['7', '30', '90'].map((days) => ({
          value: days,
          label: `${days} days`,
          content: <p className="text-ui text-muted">The last {days} days.</p>,
        }))}
      />
    </div>
  </Show>
)
