import type { ComponentType, SVGProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as carFront from 'lucide-react/icons/car-front'
import * as alarmClockCheck from 'lucide-react/icons/alarm-clock-check'
import { expect, test } from 'vitest'
import createIcon, { type IconData } from './library-icon.ts'

/** Each library file exports the icon node too, but its types only declare the component. */
interface IconFile {
  default: ComponentType<SVGProps<SVGSVGElement>>
  __iconData: IconData
}

test.each([
  ['with several paths', carFront],
  ['that was renamed', alarmClockCheck],
])('an icon %s renders the same markup as in the library', (_what, file) => {
  const { default: LibraryIcon, __iconData: data } = file as unknown as IconFile
  const Icon = createIcon(data)
  const asked: SVGProps<SVGSVGElement>[] = [
    {},
    { className: 'size-4', 'aria-hidden': 'true' },
    { role: 'img', 'aria-label': 'Car' },
  ]
  for (const props of asked) {
    expect(renderToStaticMarkup(<Icon {...props} />)).toBe(renderToStaticMarkup(<LibraryIcon {...props} />))
  }
})
