type Follower = { id: string; displayName: string; username: string; avatarUrl: string };

/** A page of followers, and what the next page is asked for with; null when this one is the last. */
export type FollowerPage = { followers: Follower[]; next: string | null };

export const followersPerPage = 50;
