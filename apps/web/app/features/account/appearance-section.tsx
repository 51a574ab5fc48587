import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { setTheme, THEMES, type Theme, useTheme } from '#lib/theme.ts'
import { AccountSection } from './account-section.tsx'

const FACES: Record<Theme, { label: string; note: string; Icon: typeof Sun }> = {
  light: { label: 'Light', note: 'Always light', Icon: Sun },
  dark: { label: 'Dark', note: 'Always dark', Icon: Moon },
  system: { label: 'System', note: 'Same as your device', Icon: Monitor },
}

export const AppearanceSection = () => {
  const current = useTheme()
  // The footer has the same radio buttons; two groups with one name would be one group.
  const name = useId()
  return (
    <AccountSection id="appearance" description="Saved in this browser right away.">
      <fieldset className="grid gap-3 sm:grid-cols-3">
        <legend className="sr-only">Theme</legend>
        {THEMES.map((theme) => {
          const { label, note, Icon } = FACES[theme]
          return (
            <label
              key={theme}
              className="flex cursor-pointer items-center gap-3 rounded-xl border border-input/60 px-4 py-3 outline-offset-2 transition-colors hover:border-input has-checked:border-primary has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name={name}
                value={theme}
                className="sr-only"
                checked={current === theme}
                onChange={() => setTheme(theme)}
              />
              <Icon className="size-5 text-muted" aria-hidden="true" />
              <span className="flex flex-col text-ui">
                <span className="font-medium">{label}</span>
                <span className="text-small text-muted">{note}</span>
              </span>
            </label>
          )
        })}
      </fieldset>
    </AccountSection>
  )
}
