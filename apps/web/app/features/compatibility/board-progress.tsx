import type { Board } from '@slipstream/contract/compatibility'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import { useRetract } from './compatibility.queries.ts'

/** How many are settled for the version that is shown. The newest one can be taken back, for who has mistyped it. */
export const BoardProgress = ({ board: { gameVersions, gameVersion, rows } }: { board: Board }) => {
  const retract = useRetract()
  const open = rows.filter(({ state }) => state === 'unconfirmed').length
  const newest = gameVersions[0]?.version
  if (!gameVersion) return null
  return (
    <Card>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <Progress
            label={open === 0 ? `All mods are settled for ${gameVersion}` : `${open} to confirm for ${gameVersion}`}
            detail={`${rows.length - open} of ${rows.length} settled`}
            value={rows.length === 0 ? 1 : (rows.length - open) / rows.length}
            tone={open === 0 ? 'success' : 'warning'}
          />
        </div>
        {gameVersion === newest && (
          <ConfirmDialog
            title={`Take ${gameVersion} back?`}
            description="For a version that was announced by mistake. The banners on the pages of the mods go; what was confirmed meanwhile stays."
            confirmLabel={`Take ${gameVersion} back`}
            onConfirm={async () => {
              await retract.mutateAsync(gameVersion)
            }}
            trigger={
              <Button variant="ghost" size="sm">
                Take {gameVersion} back
              </Button>
            }
          />
        )}
      </div>
      {open > 0 && gameVersion === newest && (
        <p className="mt-3 text-small text-muted">
          Players see a banner on the pages of these mods until you confirm them.
        </p>
      )}
    </Card>
  )
}
