import { Monitor, Moon, Sun } from 'lucide-react'
import { setTheme, THEMES, type Theme, useTheme } from '#lib/theme.ts'

const FACES: Record<Theme, { label: string; Icon: typeof Sun }> = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
}

export const ThemeSwitch = () => {
  const current = useTheme()
  return (
    <fieldset className="inline-flex gap-1 rounded-full border p-1">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => {
        const { label, Icon } = FACES[theme]
        return (
          <label
            key={theme}
            title={label}
            className="grid size-8 cursor-pointer place-items-center rounded-full text-subtle outline-offset-2 hover:text-foreground has-checked:bg-raised has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              className="sr-only"
              checked={current === theme}
              onChange={() => setTheme(theme)}
            />
            <Icon className="size-4" aria-hidden="true" />
            <span className="sr-only">{label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
