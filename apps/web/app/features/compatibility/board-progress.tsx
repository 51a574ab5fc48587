import type { Board } from '@slipstream/contract/compatibility'
import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import { useRetract } from './compatibility.queries.ts'

/**
 * How many mods are reviewed for the version shown. The newest version can be retracted if it was announced by mistake.
 */
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
            label={
              open === 0
                ? `All mods are reviewed for ${gameVersion}`
                : `${countText(open)} to confirm for ${gameVersion}`
            }
            detail={`${countText(rows.length - open)} of ${countText(rows.length)} reviewed`}
            value={rows.length === 0 ? 1 : (rows.length - open) / rows.length}
            tone={open === 0 ? 'success' : 'warning'}
          />
        </div>
        {gameVersion === newest && (
          <ConfirmDialog
            title={`Retract ${gameVersion}?`}
            description="Use this for a version announced by mistake. The banners disappear from the mod pages. States set since then stay."
            confirmLabel={`Retract ${gameVersion}`}
            onConfirm={() => retract.mutateAsync(gameVersion)}
            trigger={
              <Button variant="ghost" size="sm">
                Retract {gameVersion}
              </Button>
            }
          />
        )}
      </div>
      {open > 0 && gameVersion === newest && (
        <p className="mt-3 text-small text-muted">Players see a banner on these mods’ pages until you confirm them.</p>
      )}
    </Card>
  )
}
