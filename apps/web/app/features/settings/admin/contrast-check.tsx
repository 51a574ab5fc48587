import { type ContrastPair, contrastPairs, HEX_COLOR } from '@slipstream/contract/accent'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { useSettingsForm } from './settings-form.tsx'

interface Row {
  name: string
  needed: number
  dark: number | null
  light: number | null
}

const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1 })
/** Rounded down, so that 4.49 does not read as enough. */
const ratioText = (ratio: number) => `${oneDecimal.format(Math.floor(ratio * 10) / 10)}:1`

const result = (ratio: number | null, needed: number) => {
  if (ratio === null) return 'No color'
  return ratio >= needed ? (
    <Status tone="success">{ratioText(ratio)} passes</Status>
  ) : (
    <Status tone="destructive">{ratioText(ratio)} too weak</Status>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Pair', card: 'title', cell: ({ name }) => name },
  { key: 'needed', header: 'Needs', card: 'labeled', cell: ({ needed }) => ratioText(needed) },
  { key: 'dark', header: 'Dark', card: 'labeled', cell: ({ dark, needed }) => result(dark, needed) },
  { key: 'light', header: 'Light', card: 'labeled', cell: ({ light, needed }) => result(light, needed) },
]

const pairsOf = (theme: 'dark' | 'light', typed: string): readonly ContrastPair[] | null =>
  HEX_COLOR.test(typed.toLowerCase()) ? contrastPairs(theme, typed.toLowerCase()) : null

/** The contrast in both themes, updated while a color is being chosen. */
export const ContrastCheck = () => {
  const { values } = useSettingsForm()
  const dark = pairsOf('dark', values.accentDark)
  const light = pairsOf('light', values.accentLight)
  // The names of the pairs do not depend on the color.
  const rows = contrastPairs('dark', '#000000').map(
    ({ name, needed }, place): Row => ({
      name,
      needed,
      dark: dark?.[place]?.ratio ?? null,
      light: light?.[place]?.ratio ?? null,
    }),
  )
  const results = rows.flatMap((row) => [row.dark, row.light].map((ratio) => ratio !== null && ratio >= row.needed))
  const passed = results.filter(Boolean).length
  return (
    <Card
      isFlush
      title="Contrast check"
      description="For both themes, updated while you pick a color (WCAG 2.2 AA)."
      actions={
        <Badge tone={passed === results.length ? 'success' : 'warning'}>
          {passed} of {results.length} pass
        </Badge>
      }
    >
      <div className="border-t">
        <Table caption="Contrast check" columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
      </div>
    </Card>
  )
}
