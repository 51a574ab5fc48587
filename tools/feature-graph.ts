/** The import graph between the features of an app: its layers and its cycles. */

export interface CruisedModule {
  source: string
  dependencies: { resolved: string }[]
}

interface FeatureGraph {
  /** Each feature imports only from the layers before its own. */
  layers: string[][]
  /** Features that import each other in a cycle, with the imports that form it. */
  knots: { features: string[]; imports: string[] }[]
}

/** Tests may import any feature, because nothing depends on them. */
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)

/** @param folder the folder with one subfolder per feature. */
export const featureGraph = (modules: readonly CruisedModule[], folder: string): FeatureGraph => {
  const featureOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined
  const imports = new Map<string, Map<string, string[]>>()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (from === undefined || isTest(source)) continue
    const targets = imports.get(from) ?? new Map<string, string[]>()
    imports.set(from, targets)
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved)
      if (to === undefined || to === from) continue
      targets.set(to, [...(targets.get(to) ?? []), `${source} -> ${resolved}`])
    }
  }
  const layers = layersOf(new Map([...imports].map(([name, targets]) => [name, [...targets.keys()]])))
  const knots = layers
    .flat()
    .filter((group) => group.length > 1)
    .map((features) => ({
      features,
      imports: features.flatMap((from) => features.flatMap((to) => imports.get(from)?.get(to) ?? [])),
    }))
  return { layers: layers.map((groups) => groups.map((group) => group.join('+')).sort()), knots }
}

/** Features in layers. Features in the same cycle form one group. */
const layersOf = (arrows: ReadonlyMap<string, readonly string[]>): string[][][] => {
  const reach = new Map([...arrows.keys()].map((name) => [name, reachableFrom(name, arrows)]))
  const meets = (one: string, other: string) =>
    one === other || (reach.get(one)?.has(other) === true && reach.get(other)?.has(one) === true)
  const left = new Set([...arrows.keys()].sort())
  const layers: string[][][] = []
  while (left.size > 0) {
    // Ready to place: everything it imports is placed, except what it forms a cycle with.
    const free = [...left].filter((name) =>
      [...(reach.get(name) ?? [])].every((other) => !left.has(other) || meets(name, other)),
    )
    layers.push(groupsOf(free, meets))
    for (const name of free) left.delete(name)
  }
  return layers
}

const groupsOf = (names: readonly string[], meets: (one: string, other: string) => boolean) =>
  names
    .map((name) => names.filter((other) => meets(name, other)))
    .filter((group, at, groups) => groups.findIndex(([first]) => first === group[0]) === at)

const reachableFrom = (name: string, arrows: ReadonlyMap<string, readonly string[]>) => {
  const seen = new Set<string>()
  const waiting = [...(arrows.get(name) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(arrows.get(next) ?? []))
  }
  return seen
}
