export declare const memory: { flags: string[]; environment: Record<string, string> }
