import { dealer, type Random } from '../random.ts'

const FIRST =
  'apex gravel late rusty night torque sunday cold clutch mellow turbo granny ditch pine velvet chrome oily brave lazy ' +
  'static amber copper foggy quick north salty paper stubborn vinyl tarmac idle wobbly silent grumpy midnight lucky'
const SECOND =
  'otter badger shift lane moth pilot gasket heron piston mango fern goose camber raccoon lantern pickle socket magpie ' +
  'driver walrus spanner cactus comet biscuit yeti hare gearbox puffin teapot marmot brake wagon noodle lynx mayor'

/** Players' screen names, each used once. */
export const handles = (random: Random): (() => string) => {
  const first = dealer(random, FIRST.split(' '))
  const second = dealer(random, SECOND.split(' '))
  const ending = dealer(random, ['', '', '', '_', '_', '7', '88', '_42', '01', '_x'])
  const given = new Set<string>()
  return () => {
    let handle: string
    do {
      const end = ending()
      handle = end === '_' ? `${first()}_${second()}` : `${first()}${second()}${end}`
    } while (given.has(handle))
    given.add(handle)
    return handle
  }
}
