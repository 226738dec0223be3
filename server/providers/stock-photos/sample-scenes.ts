export interface SampleScene {
  /** Also its file names: `public/stock/{id}-400.webp` and `-1080.webp`. */
  id: string
  description: string
  /** Further search words. */
  tags: string
}

/** The simulated photo service's inventory. */
export const sampleScenes: readonly SampleScene[] = [
  {
    id: 'sunrise',
    description: 'Sunrise over calm water',
    tags: 'sea ocean coast morning beach sky sun business start',
  },
  {
    id: 'night-sail',
    description: 'A sailboat under the moon',
    tags: 'boat night sea sailing ocean water strategy',
  },
  { id: 'dunes', description: 'Dunes at noon', tags: 'beach sand coast nature summer landscape' },
  { id: 'marsh', description: 'Marsh grass at low tide', tags: 'nature green coast water landscape growth' },
  { id: 'pier', description: 'A pier at dusk', tags: 'water evening bridge coast sunset business planning' },
  {
    id: 'regatta',
    description: 'Boats in a race',
    tags: 'sailing team sea sailboat work competition marketing',
  },
  { id: 'storm', description: 'A front moving in', tags: 'storm rain weather sea clouds risk security' },
  {
    id: 'harbor',
    description: 'Harbor lights after dark',
    tags: 'city night town buildings office lights technology',
  },
  {
    id: 'islands',
    description: 'Barrier islands at first light',
    tags: 'coast sea landscape map morning travel local',
  },
  {
    id: 'desk',
    description: 'A desk by the window',
    tags: 'office work computer laptop business desk website technology',
  },
  {
    id: 'street',
    description: 'Shop fronts on a main street',
    tags: 'store shop town local business city customer retail',
  },
  {
    id: 'lighthouse',
    description: 'A lighthouse in the evening',
    tags: 'light coast tower sea guide search seo sky',
  },
]
