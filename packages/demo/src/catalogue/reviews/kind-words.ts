import type { ReviewKind, ReviewWords } from '../demo-mod.ts'

/** Review phrases for vehicles of one kind. */
export const KIND_WORDS: Record<ReviewKind, ReviewWords> = {
  track: {
    titles: ['Faster than me', 'Track days every evening now', 'Took two seconds off my best', 'Grip you can read'],
    praise: [
      'Took two seconds off my best lap and I still feel that the limit is mine, not the car’s.',
      'High-speed corners build trust lap by lap, and the front tells you early.',
      'Kerbs unsettle it just enough to respect them.',
      'Trail braking works: hold a little pedal and the nose follows.',
      'Stable at 250, playful at 80.',
      'Tyres come in after a lap and a half and hold for a good stint.',
      'Gear changes under full load are brutal in the race versions and smooth in the road ones.',
      'It is quick without assists and honest when you overstep.',
      'Downshifts crackle on overrun and I brake earlier just to hear it.',
      'Wet laps are a joy, which says everything about the chassis.',
    ],
    gripes: [
      {
        text: 'Traction control steps in too late and too hard.',
        reply: 'There are five steps on the wheel; step two suits most circuits. We will smooth the map.',
      },
      { text: 'Brake pedal needs a very strong foot on a load cell.' },
    ],
  },
  sideways: {
    titles: ['Sideways and smiling', 'Tyres are a consumable now', 'Smoke everywhere', 'My neighbors hate me'],
    praise: [
      'Initiate with a flick, hold it on the throttle, and it just sits there.',
      'Burnouts fill the screen and then clear slowly, as smoke should.',
      'Transitions are quick but never snappy.',
      'The rear squats, bites and goes; you can feel the axle working.',
      'It forgives a late catch and punishes a lazy one.',
      'A roundabout at night is all the map I need.',
      'Clutch kicks have a real hit and the driveline takes it up with a thump.',
      'Second gear is for learning, third gear is for showing off.',
      'Handbrake has enough bite for entries and not so much that it stops you.',
      'Wheelspin is a dial here and not a switch.',
    ],
    gripes: [
      {
        text: 'Rear tyres are gone in ten minutes with wear on.',
        reply: 'Fair for how you drive it, we suspect. A hard compound is in the parts list.',
      },
      { text: 'Without a wheel it is hard to hold a long slide.' },
    ],
  },
  rally: {
    titles: ['Stages until two in the morning', 'Gravel therapy', 'Commit and it rewards you', 'Snow, dust, joy'],
    praise: [
      'On loose gravel it moves under you but always goes where you look.',
      'Flick it the wrong way first and it rotates like a pendulum.',
      'Snow banks slow you down instead of stopping you dead.',
      'Ruts pull at the wheel and you learn to let them.',
      'Bravery is rewarded, stupidity is filmed by the replay camera.',
      'I took four seconds off my best stage by braking with the left foot.',
      'Stones rattle in the arches and the whole cabin shakes.',
      'Tarmac set-up turns it into another car with the same heart.',
      'It takes a beating and limps to the service with dignity.',
      'Handbrake hairpins on wet leaves, what a feeling.',
    ],
    gripes: [
      { text: 'Punctures seem too frequent on sharp gravel.' },
      {
        text: 'Cockpit view is dark on forest stages.',
        reply: 'There is a map light on extra key 2, and the next update brightens the roll cage padding.',
      },
    ],
  },
  trail: {
    titles: ['Mud up to the mirrors', 'Goes anywhere, slowly', 'Rocks are friends', 'Got stuck, loved it'],
    praise: [
      'Approach angles are generous and the belly takes hits without drama.',
      'Sinks in deep mud and climbs out if you are gentle.',
      'Tyre pressure matters: let some air out and the sand gets friendly.',
      'Suspension travel is huge and keeps all four on the ground.',
      'Rolled down a hill, landed on the wheels, drove home.',
      'Crawling over rocks at walking speed is meditation.',
      'Dust gets into everything and washes off in the river.',
      'You hear every stone on the underside.',
      'Climbed a slope that I had given up on months ago.',
      'Night runs with all the lamps on are a trip.',
    ],
    gripes: [
      { text: 'Steering is vague on anything smooth.' },
      {
        text: 'Bent a suspension arm on a stone that I did not even see.',
        reply: 'Skid plates are in the parts list, below Body. They weigh 30 kg and save a lot of walking.',
      },
    ],
  },
  classic: {
    titles: ['Slow is beautiful', 'Chrome and oil', 'Takes you back', 'A proper old car'],
    praise: [
      'You drive it with your fingertips and your ears.',
      'Body roll is part of the conversation.',
      'Skinny tyres make every bend an event at legal speeds.',
      'It smells of petrol through the screen, I swear.',
      'Gauges wobble, needles shake, everything lives.',
      'The gear lever has a long throw and a lovely click at the end.',
      'No assists, no screens, no hurry.',
      'Took it on a two-hour coastal drive and arrived happier.',
      'Patina on the switches tells you which ones were used most.',
      'It needs to be driven properly and thanks you for it.',
    ],
    gripes: [
      { text: 'Headlights are so weak that night drives are guesswork.' },
      {
        text: 'It overheats in traffic.',
        reply: 'So did they. The electric fan in the parts list is a sin, but it works.',
      },
    ],
  },
  work: {
    titles: ['Honest work', 'Hours disappear in it', 'Relaxing after work', 'Heavy in the right way'],
    praise: [
      'Empty it bounces, loaded it settles, and the brakes know the difference.',
      'Parking it is a puzzle that I enjoy.',
      'Deliveries with the radio on have become my evening.',
      'The diesel pulls from nothing and sounds like it means it.',
      'Mirrors are useful, which is rare, and you need them.',
      'You plan corners a street ahead because of the mass.',
      'The cab is a place to live in, with somewhere for the coffee.',
      'Height matters with a load on, as a low bridge taught me.',
      'It makes slow driving interesting.',
      'With a full load every hill is a decision.',
    ],
    gripes: [
      { text: 'Engine noise in the cab gets tiring on long drives.' },
      {
        text: 'Loads slid about even though I strapped them down.',
        reply: 'Smooth pallets do that on the bare floor. The rubber mat in the parts list holds them.',
      },
    ],
  },
}
