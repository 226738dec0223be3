import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  listPictureFiles,
  findStoredPicture,
  findPictureNames,
  PICTURES,
} from '../../web/picture-addresses.ts'
import { PictureError, storePicture } from './blog.server.ts'

const stored = new Map<string, { bytes: Uint8Array; type: string }>()
const files = {
  put: async (name: string, bytes: Uint8Array, type: string) => void stored.set(name, { bytes, type }),
}
beforeEach(() => stored.clear())

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#B7DACC' } })

describe('storePicture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'storePicture accepts %s and converts it to WebP',
    async (type) => {
      const kept = await storePicture(await plain(64, 40).toFormat(type).toBuffer(), files)
      expect(kept).toMatchObject({ width: 64, height: 40 })
      const { bytes } = stored.get(kept.imageUrl.slice(PICTURES.length)) ?? {}
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 40 })
    },
  )

  test('storePicture writes the widths its address promises and a social preview', async () => {
    const { imageUrl, width, height } = await storePicture(await plain(3200, 2000).png().toBuffer(), files)
    expect([width, height]).toEqual([1600, 1000])
    const picture = findStoredPicture(imageUrl)
    const promised = picture?.srcSet.split(', ').map((candidate) => candidate.split(' ')) ?? []
    expect(promised.map(([, at]) => at)).toEqual(['480w', '800w', '1216w', '1600w'])
    for (const [address = '', at = ''] of promised) {
      const { bytes } = stored.get(address.slice(PICTURES.length)) ?? {}
      expect((await sharp(bytes).metadata()).width).toBe(Number.parseInt(at, 10))
    }
    const social = stored.get(picture?.social.slice(PICTURES.length) ?? '')
    expect(social?.type).toBe('image/jpeg')
    expect(await sharp(social?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  })

  test('findPictureNames finds a picture name in a text at any width, and listPictureFiles lists its files', async () => {
    const { imageUrl } = await storePicture(await plain(900, 600).png().toBuffer(), files)
    const [name = ''] = findPictureNames(
      `One ![](${imageUrl}), two ![](${imageUrl.replace('.webp', '-480.webp')})`,
    )
    expect(PICTURES + name).toBe(imageUrl)
    expect(listPictureFiles(name).toSorted()).toEqual([...stored.keys()].toSorted())
    expect(findPictureNames(`pictures/${'a'.repeat(31)}-1x1 pictures/${'a'.repeat(32)}-1x123456`)).toEqual([])
  })

  test('storePicture applies the orientation and removes location metadata', async () => {
    const exif = { IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '34/1 13/1 0/1' } }
    const sideways = await plain(60, 40)
      .withMetadata({ orientation: 6 })
      .withExifMerge(exif)
      .jpeg()
      .toBuffer()
    expect(sideways.includes('secret place')).toBe(true)
    expect(await storePicture(sideways, files)).toMatchObject({ width: 40, height: 60 })
    for (const { bytes } of stored.values()) expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  test('storePicture gives the same picture the same address', async () => {
    const [once, again] = [await plain(50, 50).png().toBuffer(), await plain(50, 50).png().toBuffer()]
    expect(await storePicture(once, files)).toEqual(await storePicture(again, files))
  })

  test('storePicture drops everything that is not pixels', async () => {
    const script = '<script>alert(1)</script><?php system($_GET[0]) ?>'
    const polyglot = Buffer.concat([await plain(40, 40).png().toBuffer(), Buffer.from(script)])
    await storePicture(polyglot, files)
    for (const { bytes } of stored.values()) expect(Buffer.from(bytes).includes('script')).toBe(false)
  })
})

test.each([
  ['nothing', async () => Buffer.alloc(0), 'empty'],
  ['a vector drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unknown-type'],
  ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'unknown-type'],
  ['a document', async () => Buffer.from('%PDF-1.7\n'), 'unknown-type'],
  ['TIFF', async () => plain(40, 40).tiff().toBuffer(), 'unknown-type'],
  [
    'a page behind the first bytes of a PNG',
    async () => Buffer.from('\x89PNG\r\n\x1a\n<html>', 'latin1'),
    'broken',
  ],
  ['half a picture', async () => firstHalf(await noise(300)), 'broken'],
  ['one without pixels to speak of', async () => plain(15, 40).png().toBuffer(), 'too-small'],
  ['more bytes than allowed', async () => Buffer.alloc(15 * 1024 * 1024 + 1), 'too-large'],
  ['a bomb of 20,000 by 20,000 pixels in a few bytes', async () => bomb(20_000), 'too-many-pixels'],
] as const)('storePicture rejects %s and stores nothing', async (_, make, flaw) => {
  const refused = storePicture(await make(), files)
  await expect(refused).rejects.toThrow(PictureError)
  await expect(refused).rejects.toMatchObject({ flaw })
  expect(stored.size).toBe(0)
})

function noise(side: number): Promise<Buffer> {
  const raw = Uint8Array.from({ length: side * side * 3 }, (_, index) => (index * 7919) % 256)
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

/** A PNG with huge declared dimensions whose data inflates to few pixels. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function firstHalf(file: Buffer): Buffer {
  return file.subarray(0, file.byteLength / 2)
}
