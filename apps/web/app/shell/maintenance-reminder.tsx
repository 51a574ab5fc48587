import { Wrench } from 'lucide-react'

export const MaintenanceReminder = () => (
  <p
    role="status"
    className="fixed bottom-4 left-1/2 z-40 flex w-max max-w-[calc(100%-2rem)] -translate-x-1/2 items-center gap-2 rounded-full border border-warning bg-popover px-4 py-2 text-small shadow-float"
  >
    <Wrench className="size-4 shrink-0 text-warning" aria-hidden="true" />
    Maintenance is on: only admins see the store.
  </p>
)
