import { accentTokens, HEX_COLOR, isReadable, THEME_COLORS, type Theme, THEMES } from '@slipstream/contract/accent'
import type { CSSProperties } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { usePictureAddress } from './picture-setting.tsx'
import { useSettingsForm } from './settings-form.tsx'

const NAMES = { dark: 'Dark', light: 'Light' }

/** A color with too little contrast is shown as it is. Text that is not a color shows the default. */
const shown = (theme: Theme, typed: string) =>
  HEX_COLOR.test(typed.toLowerCase()) ? typed : THEME_COLORS[theme].accent

/** Parts of the store in both themes, with the colors in the form. */
export const AccentPreview = () => {
  const { values } = useSettingsForm()
  const logo = usePictureAddress('logo')
  const accents = { dark: values.accentDark, light: values.accentLight }
  return (
    <Card isFlush title="Preview" description="Only you see this until you save.">
      <div className="grid border-t sm:grid-cols-2">
        {THEMES.map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            style={accentTokens(theme, shown(theme, accents[theme])) as CSSProperties}
            className={cx(theme, 'bg-background p-5 text-foreground')}
            // An unreadable preview is hidden from screen readers. The contrast check below reports it to them.
            aria-hidden={isReadable(theme, shown(theme, accents[theme])) ? undefined : true}
          >
            <p className="text-caption text-muted">{NAMES[theme]}</p>
            <p className="display mt-3 flex items-center gap-2.5 text-h3">
              {logo && <img src={logo} alt="" width={28} height={28} className="size-7 rounded-lg" />}
              {values.storeName}
            </p>
            <p className="eyebrow mt-2 text-primary">New release</p>
            <p className="mt-1 text-small text-muted">{values.heroText}</p>
            <p className="mt-4 flex flex-wrap items-center gap-2">
              {/* Drawn like the main button, without being one. */}
              <span className="inline-flex h-10 items-center rounded-lg bg-primary px-4 text-ui font-semibold text-primary-foreground">
                View the mod
              </span>
              <Badge tone="primary">-28%</Badge>
            </p>
          </div>
        ))}
      </div>
    </Card>
  )
}
