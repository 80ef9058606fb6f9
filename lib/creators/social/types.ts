type Follower = { id: string; displayName: string; username: string; avatarUrl: string };

/** A page of followers, and the cursor of the next one; null on the last page. */
export type FollowerPage = { followers: Follower[]; next: string | null };

export const followersPerPage = 50;
