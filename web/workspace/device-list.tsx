import type { ReactNode } from 'react'
import type { Device } from '../api/device-row.ts'
import { MomentOf } from '../ui/date-time.tsx'
import { deviceName } from './device-name.ts'
import styles from './device-list.module.css'

interface DeviceListProps<Shown extends Device> {
  devices: Shown[]
  /** Renders the end of a device's line. */
  children?: (device: Shown) => ReactNode
}

/** The devices a user is signed in on. */
export function DeviceList<Shown extends Device>({ devices, children }: DeviceListProps<Shown>) {
  return (
    <ul>
      {devices.map((device) => (
        <li key={device.id} className={styles.device}>
          <p>
            <b>{deviceName(device.userAgent)}</b>
            <span className={styles.facts}>
              {device.address ? <span className="mono">{device.address}</span> : null}
              <span>
                signed in <MomentOf at={device.createdAt} />
              </span>
              <span>
                last seen <MomentOf at={device.refreshedAt} />
              </span>
            </span>
          </p>
          {children?.(device)}
        </li>
      ))}
    </ul>
  )
}
