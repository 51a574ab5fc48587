import { randomFrom } from './random.ts'

const BEAMS_PER_PAIR = 12
const TRIANGLES_PER_PAIR = 4

/** A physics file like in real mods: mirrored nodes with 3 to 5 decimals, beams, triangles, settings in between. */
export const physicsText = (vehicle: string, part: number, seed: number) => {
  const random = randomFrom(seed)
  const between = (least: number, most: number) => least + random() * (most - least)
  const whole = (below: number) => Math.floor(random() * below)
  const pairs = 10 + whole(14)
  const nodes = Array.from({ length: pairs }, (_, number) => {
    const decimals = random() < 0.7 ? 3 : random() < 0.7 ? 4 : 5
    const [x, y, z] = [between(0.05, 0.95), between(-2.2, 2.2), between(0.15, 1.45)].map((at) => written(at, decimals))
    return `    ["p${part}n${number}r", -${x}, ${y}, ${z}],\n    ["p${part}n${number}l", ${x}, ${y}, ${z}],\n`
  })
  const node = () => `"p${part}n${whole(pairs)}${random() < 0.5 ? 'l' : 'r'}"`
  const beams = Array.from({ length: pairs * BEAMS_PER_PAIR }, (_, number) => {
    const settings = `    {"beamSpring":${whole(900) * 1_000 + 460},"beamDamp":${whole(100)}},\n    {"beamDeform":${whole(90) * 100},"beamStrength":"FLT_MAX"},\n`
    return `${number % 9 === 0 ? settings : ''}    [${node()},${node()}],\n`
  })
  const triangles = Array.from({ length: pairs * TRIANGLES_PER_PAIR }, () => `    [${node()},${node()},${node()}],\n`)
  return `{
"${vehicle}_part${part}": {
  "information":{
    "authors":"Some Creator",
    "name":"Part ${part}",
    "value":${100 + part * 10},
  },
  "slotType" : "${vehicle}_slot${part}",
  "slots": [
    ["type", "default", "description"],
    ["${vehicle}_sub${part}","", "Sub part"],
  ],
  "nodes": [
    ["id", "posX", "posY", "posZ"],
    //--part ${part}--
    {"nodeMaterial":"|NM_METAL"},
    {"frictionCoef":0.5},
    {"collision":true, "selfCollision":true},
    {"nodeWeight":${written(between(0.5, 1.5), 2)}},
${nodes.join('')}    ["p${part}c", 0.00, ${written(between(0, 2), 2)}, 0.50],
  ],
  "beams": [
    ["id1:", "id2:"],
    {"beamPrecompression":1, "beamType":"|NORMAL", "beamLongBound":1.0, "beamShortBound":1.0},
${beams.join('')}    {"beamPrecompression":1.0}
  ],
  "triangles": [
    ["id1:","id2:","id3:"],
    {"groundModel":"metal"},
    {"dragCoef":10},
${triangles.join('')}  ],
},
}
`
}

/** With exactly this many decimals. */
export const written = (value: number, decimals: number) => {
  const digits = String(Math.round(Math.abs(value) * 10 ** decimals)).padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
